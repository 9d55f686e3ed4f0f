import type { DatasetModule, LoadOptions, Progress } from './types.ts';

/** Reports the progress of a load: at every phase, and at most five times a second in between. */
export function progressOf(dataset: DatasetModule, options: LoadOptions) {
  const state: Progress = {
    dataset: dataset.id,
    phase: 'fetch',
    file: '',
    rows: 0,
    rejects: 0,
    rows_per_second: 0,
    bytes_read: 0,
    bytes_total: 0,
    seconds_left: null,
    waits_for: null,
  };
  let phase_began_ms = performance.now();
  let shown_ms = 0;
  const tell = (change: Partial<Progress>): void => {
    const now_ms = performance.now();
    if (change.phase && change.phase !== state.phase) phase_began_ms = now_ms;
    Object.assign(state, change);
    const seconds = (now_ms - phase_began_ms) / 1000;
    if (state.phase === 'stage') state.rows_per_second = seconds > 0 ? Math.round(state.rows / seconds) : 0;
    const share = state.bytes_total > 0 ? state.bytes_read / state.bytes_total : 0;
    const running = state.phase === 'stage' || state.phase === 'fetch';
    state.seconds_left = running && share > 0 ? Math.round((seconds / share) * (1 - share)) : null;
    shown_ms = now_ms;
    options.onProgress?.({ ...state });
  };
  return {
    tell,
    often: (change: Partial<Progress>): void => {
      if (performance.now() - shown_ms >= 200) tell(change);
      else Object.assign(state, change);
    },
  };
}
