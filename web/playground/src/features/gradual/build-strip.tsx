/** Progress of a gradual build: its phase, its work in each frame, and the limit for this work. */

import { useEffect, useRef } from 'preact/hooks';
import type { Recent } from '../../model/recent.js';
import type { GradualBuild } from '../../session/gradual-build.js';
import { useNumberUpdates, usePage } from '../../session/page.js';
import { sideNames } from '../../session/side.js';
import { onThemeChange } from '../../stage/system-theme.js';
import { count, duration, words } from '../../ui/format.js';
import { clearedSheet, colorsOf } from '../../ui/sheet.js';

export function BuildStrips() {
  const { playground, store } = usePage();
  useNumberUpdates();
  const sides = playground.session?.sides ?? [];
  if (store.field('policy').value !== 'gradual') return null;
  return (
    <>
      {sides.map(({ gradual }, view) =>
        gradual ? (
          <BuildStrip
            key={sideNames[view]}
            build={gradual}
            name={sides.length > 1 ? sideNames[view] : null}
          />
        ) : null,
      )}
    </>
  );
}

function BuildStrip({ build, name }: { build: GradualBuild; name: string | null }) {
  useNumberUpdates();
  const { store } = usePage();
  const limit = Number.isNaN(build.limit) ? store.field('work').value : build.limit;
  return (
    <section class="build" aria-label="Build within a budget">
      <header class="build-head">
        {name && <span class={`side-mark side-${name}`}>{name}</span>}
        <BuildStates build={build} />
        <Progress build={build} />
      </header>
      <div class="build-chart">
        <WorkCanvas build={build} limit={limit} />
        <span class="build-limit">limit {count(limit)}</span>
      </div>
      <p class="build-words">
        <span>
          Maximum per frame <b data-number="build-most">{count(build.maxWork)}</b>
        </span>
        <span title="Longest time that the structure took in one frame, including switching to the new tree">
          Slowest frame <b data-number="build-slowest">{duration(build.slowest)}</b>
        </span>
        {!Number.isNaN(build.total) && (
          <span>
            Whole build <b data-number="build-total">{count(build.total)}</b>
            {build.total > limit && ` (${(build.total / limit).toFixed(1)} × the limit)`}
          </span>
        )}
        <span class="build-note">Queries use the current tree and are exact</span>
      </p>
    </section>
  );
}

function BuildStates({ build }: { build: GradualBuild }) {
  useNumberUpdates();
  return (
    <ol
      class={build.states.length > 3 ? 'states states-many' : 'states'}
      aria-label="State of the build"
    >
      {build.states.map((state) => (
        <li key={state} aria-current={state === build.state ? 'step' : undefined}>
          {words(state)}
        </li>
      ))}
    </ol>
  );
}

function Progress({ build }: { build: GradualBuild }) {
  useNumberUpdates();
  const { frames, spent, total, finished } = build;
  const share = Math.min(spent / total, 1);
  return (
    <p class="build-progress" data-number="build-progress">
      {Number.isNaN(share) ? `${count(spent)} units` : `${Math.floor(100 * share)} %`}
      <span>
        {' '}
        frame {count(frames)}, {count(finished)} finished
      </span>
    </p>
  );
}

function WorkCanvas({ build, limit }: { build: GradualBuild; limit: number }) {
  const { playground } = usePage();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const strip = new WorkStrip(canvas.current);
    const draw = () => strip.draw(build.work, limit);
    draw();
    const unthemed = onThemeChange(() => strip.readColors());
    playground.drawListeners.add(draw);
    return () => {
      unthemed();
      playground.drawListeners.delete(draw);
    };
  }, [playground, build, limit]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={`Work in each of the last ${build.work.capacity} frames; the limit is ${count(limit)} units per frame`}
    />
  );
}

/** Height of the line at the work limit, as a fraction of the chart. Bars can exceed the line. */
const LIMIT_SHARE = 0.72;

function readColors(canvas: HTMLCanvasElement) {
  const color = colorsOf(canvas);
  return { bar: color('--accent'), rest: color('--field-edge'), line: color('--ink') };
}

/** Chart of the work in recent frames, with a line at the work limit per frame. */
class WorkStrip {
  private colors;

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.colors = readColors(canvas);
  }

  /** Reads the panel colors. Call after a theme change. */
  readColors(): void {
    this.colors = readColors(this.canvas);
  }

  draw(work: Recent, limit: number): void {
    const sheet = clearedSheet(this.canvas);
    if (!sheet) return;
    const { context, height, ratio, width } = sheet;
    const { colors } = this;
    const step = width / work.capacity;
    const gap = Math.min(ratio, 0.3 * step);
    const first = work.capacity - work.size;
    for (let i = 0; i < work.size; i++) {
      const units = work.at(i);
      const bar = Math.max(height * LIMIT_SHARE * (units / limit), ratio);
      context.fillStyle = units > 0 ? colors.bar : colors.rest;
      context.fillRect((first + i) * step, height - bar, step - gap, bar);
    }
    context.fillStyle = colors.line;
    const line = Math.round(height * (1 - LIMIT_SHARE));
    for (let x = 0; x < width; x += 7 * ratio) {
      context.fillRect(x, line - ratio, 4 * ratio, Math.max(ratio, 1));
    }
  }
}
