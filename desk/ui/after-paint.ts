/** Runs a task behind the next paint, so that what is drawn already is on the screen first. Returns a function that cancels. */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // Limit: one frame; without frames, as in a tab that nobody sees, nothing has to be drawn.
  const frame = requestAnimationFrame(() => {
    // Limit: at once, behind the frame's paint.
    timer = setTimeout(run)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
