/** Makes a text area as high as its text, where the browser has no `field-sizing`. */
export function growTextarea(area: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  // Shrink first, since scrollHeight never falls below the current height.
  area.style.blockSize = 'auto'
  area.style.blockSize = `${area.scrollHeight}px`
}
