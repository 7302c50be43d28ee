/** Tracks the visibility of the page, because measurements on hidden pages are discarded. */

export class PageWatch {
  changes = 0;
  private readonly waiting = new Set<() => void>();

  constructor(private readonly page: Document = document) {
    page.addEventListener('visibilitychange', this.note);
  }

  /** Resolves when the page is visible, or when `end` is called. */
  visible(): Promise<void> {
    if (!this.page.hidden) return Promise.resolve();
    return new Promise((resolve) => this.waiting.add(resolve));
  }

  end(): void {
    this.page.removeEventListener('visibilitychange', this.note);
    this.release();
  }

  private readonly note = () => {
    this.changes++;
    if (!this.page.hidden) this.release();
  };

  private release(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }
}
