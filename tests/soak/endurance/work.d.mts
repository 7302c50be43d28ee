export interface Task {
  readonly module: WebAssembly.Module;
  readonly seed: number;
  readonly rounds: number;
}

export function work(sapwood: typeof import('sapwood/all'), task: Task): Promise<number>;
