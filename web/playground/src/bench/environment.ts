/** Describes the browser and the machine of a run. Readers need this to interpret the numbers. */

import type { BrowserCard, Environment } from 'measuring';
import { version } from 'sapwood/all';
import type { Inspected } from './messages.js';
import type { Configuration } from './model.js';

/** User-agent data, which only Chromium provides. Other browsers have only the user-agent text. */
interface AgentData {
  readonly brands: readonly { readonly brand: string; readonly version: string }[];
  getHighEntropyValues(hints: readonly string[]): Promise<{
    readonly architecture?: string;
    readonly bitness?: string;
    readonly platform?: string;
    readonly platformVersion?: string;
    readonly fullVersionList?: AgentData['brands'];
  }>;
}

const agentData = (): AgentData | undefined =>
  (navigator as { userAgentData?: AgentData }).userAgentData;

interface Host {
  readonly runtime: string;
  readonly os: string;
  readonly cpu: string;
}

const UNKNOWN = 'unknown';

/**
 * Browser patterns. The first match counts, because a user-agent text may also match later
 * patterns.
 */
const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdg\/([\d.]+)/],
  ['Firefox', /\bFirefox\/([\d.]+)/],
  ['Chrome', /\b(?:Headless)?Chrome\/([\d.]+)/],
  ['Safari', /\bVersion\/([\d.]+).*\bSafari\//],
];

/**
 * Extracts the browser with its version, such as "Firefox 140.0", and the text in the first
 * parentheses as the operating system.
 */
export function hostFromText(userAgent: string): Host {
  const found = browsers.flatMap(([name, pattern]) => {
    const match = userAgent.match(pattern);
    return match ? [`${name} ${match[1]}`] : [];
  });
  const os = userAgent.match(/\(([^)]*)\)/)?.[1];
  return { runtime: found[0] ?? UNKNOWN, os: os ?? UNKNOWN, cpu: UNKNOWN };
}

/**
 * Returns whether a brand is a meaningless placeholder, which Chromium adds to the list of brands.
 */
const isPlaceholder = ({ brand }: { readonly brand: string }) => /not.*brand/i.test(brand);

async function describeHost(): Promise<Host> {
  const simple = hostFromText(navigator.userAgent);
  const data = agentData();
  if (!data) return simple;
  try {
    const more = await data.getHighEntropyValues([
      'architecture',
      'bitness',
      'platformVersion',
      'fullVersionList',
    ]);
    const brands = (more.fullVersionList ?? data.brands).filter((one) => !isPlaceholder(one));
    const named = brands.find(({ brand }) => brand !== 'Chromium') ?? brands[0];
    const cpu = [more.architecture, more.bitness && `${more.bitness} bit`].filter(Boolean);
    return {
      runtime: named ? `${named.brand} ${named.version}` : simple.runtime,
      os: [more.platform, more.platformVersion].filter(Boolean).join(' ') || simple.os,
      cpu: cpu.join(' ') || UNKNOWN,
    };
  } catch {
    // a permission policy can deny access to the details
    return simple;
  }
}

interface Circumstances {
  readonly configuration: Configuration;
  readonly inspected: Inspected;
  readonly rounds: number;
  /** Minimum duration of a sample. */
  readonly windowMs: number;
}

export async function describeEnvironment(given: Circumstances): Promise<Environment> {
  const { configuration, inspected, rounds, windowMs } = given;
  const { calibration, tickMs, simd } = inspected;
  return {
    date: new Date().toISOString(),
    preset: configuration.preset,
    package: version,
    simd: simd ?? 'none',
    commit: import.meta.env.VITE_COMMIT || null,
    ...(await describeHost()),
    cores: navigator.hardwareConcurrency ?? 0,
    calibration: [calibration, calibration],
    querySeed: configuration.seed,
    rounds,
    sampleMs: windowMs,
    browser: {
      userAgent: navigator.userAgent,
      tickMs,
      isolated: globalThis.crossOriginIsolated === true,
      throttled: false,
      dropped: 0,
    },
  };
}

export function withBrowser(environment: Environment, change: Partial<BrowserCard>): Environment {
  const { browser } = environment;
  return browser ? { ...environment, browser: { ...browser, ...change } } : environment;
}
