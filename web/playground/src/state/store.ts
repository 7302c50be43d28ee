/**
 * Current settings as a signal, in sync with the URL.
 *
 * `choose` adds a history entry. `tune` is for continuous input, such as dragging. It replaces the
 * current history entry after a pause, because browsers limit the rate of history changes.
 */

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Conformed, conform } from './conform.js';
import { hashError, readHash, writeHash } from './hash-codec.js';
import { exploreHash, modeOf } from './route.js';
import type { Catalog, Notices, SettingKey, Settings } from './settings.js';
import { prefersStillness } from './stillness.js';

const REST_MS = 250;

export class Store {
  readonly settings: ReadonlySignal<Settings>;
  readonly notices: ReadonlySignal<Notices>;
  /** Error message for the last URL; null if the URL is valid. */
  readonly addressError: ReadonlySignal<string | null>;

  private readonly current: Signal<Settings>;
  private readonly remarks: Signal<Notices>;
  private readonly currentAddressError: Signal<string | null>;
  private readonly fields = new Map<SettingKey, ReadonlySignal<unknown>>();
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly catalog: Catalog,
    private readonly page: Window = window,
  ) {
    const hash = this.isOpen ? catalog.currentAddress(exploreHash(this.page.location.hash)) : '';
    const addressError = hashError(hash);
    const { settings, notices } = this.read(addressError === null ? hash : '');
    this.addressError = this.currentAddressError = signal(addressError);
    this.settings = this.current = signal(settings);
    this.notices = this.remarks = signal(notices);
    this.writeAddress();
    this.page.addEventListener('popstate', () => this.readAddress());
  }

  /** Returns a signal of one setting. It does not change when other settings change. */
  field<Key extends SettingKey>(key: Key): ReadonlySignal<Settings[Key]> {
    let field = this.fields.get(key) as ReadonlySignal<Settings[Key]> | undefined;
    if (!field) {
      field = computed(() => this.current.value[key]);
      this.fields.set(key, field);
    }
    return field;
  }

  /** Applies a change that the back button reverts. */
  choose(patch: Partial<Settings>): void {
    const before = this.current.value;
    this.writeAddress();
    this.apply(patch);
    if (this.hash(before) === this.hash()) return;
    this.page.history.pushState(null, '', `#${this.hash()}`);
  }

  /** Applies all settings of a URL, with a history entry. */
  chooseAddress(hash: string): void {
    const { settings, notices } = this.read(hash);
    this.choose(settings);
    this.remarks.value = notices;
  }

  /** Applies one of many changes in quick succession, such as during a drag. */
  tune(patch: Partial<Settings>): void {
    this.apply(patch);
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.writeAddress(), REST_MS);
  }

  /** Restores earlier settings. `remarks` contain the reasons, which are shown to the user. */
  revertTo(earlier: Settings, remarks: Notices): void {
    this.current.value = earlier;
    this.remarks.value = remarks;
    this.writeAddress();
  }

  hash(settings: Settings = this.current.value): string {
    return writeHash(settings, this.catalog);
  }

  /** Whether Explore is the open page, which reads and writes the URL. */
  private get isOpen(): boolean {
    return modeOf(this.page.location.hash) === 'explore';
  }

  /**
   * Reads settings from a hash. If the user prefers reduced motion, the scene plays only if the
   * hash contains `play=1`.
   */
  private read(hash: string): Conformed {
    const { settings, notices } = readHash(hash, this.catalog);
    const requestsMotion = /[#&]play=1/.test(`#${hash}`);
    const play = settings.play && (requestsMotion || !prefersStillness());
    return { settings: { ...settings, play }, notices };
  }

  private apply(patch: Partial<Settings>): void {
    const { settings, notices } = conform({ ...this.current.value, ...patch }, this.catalog);
    this.current.value = settings;
    this.currentAddressError.value = null;
    // a message stays until its setting changes again
    const unchanged = Object.entries(this.remarks.value).filter(([key]) => !touches(patch, key));
    this.remarks.value = { ...Object.fromEntries(unchanged), ...notices };
  }

  private writeAddress(): void {
    clearTimeout(this.rest);
    if (!this.isOpen) return;
    const { history, location } = this.page;
    if (location.hash !== `#${this.hash()}`) history.replaceState(null, '', `#${this.hash()}`);
  }

  private readAddress(): void {
    if (!this.isOpen) return;
    const hash = this.catalog.currentAddress(exploreHash(this.page.location.hash));
    this.currentAddressError.value = hashError(hash);
    if (this.currentAddressError.value === null) {
      const { settings, notices } = this.read(hash);
      this.current.value = settings;
      this.remarks.value = notices;
    }
    this.writeAddress();
  }
}

function touches(patch: Partial<Settings>, key: string): boolean {
  const [setting] = key.split('.');
  if (setting in patch) return true;
  return setting === 'options'
    ? 'structure' in patch
    : setting === 'otherOptions' && 'other' in patch;
}
