/** Settings for a process whose event loop is blocked for this long, repeatedly, with pauses between. */
export function busyLoop(blockedMs: number, pauseMs: number): Readonly<Record<string, string>> {
  const module = `
    const never = new Int32Array(new SharedArrayBuffer(4))
    function block() {
      // Waits instead of computing, which would take a core from the tests beside it.
      Atomics.wait(never, 0, 0, ${blockedMs})
      setTimeout(block, ${pauseMs}).unref()
    }
    setTimeout(block, ${pauseMs}).unref()
  `
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` }
}
