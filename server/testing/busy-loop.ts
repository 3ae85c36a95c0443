/** Settings for a process whose event loop is blocked for this long, repeatedly, with pauses between. */
export function busyLoop(blockedMs: number, pauseMs: number): Readonly<Record<string, string>> {
  const module = `
    function block() {
      const end = performance.now() + ${blockedMs}
      while (performance.now() < end);
      setTimeout(block, ${pauseMs}).unref()
    }
    setTimeout(block, ${pauseMs}).unref()
  `
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` }
}
