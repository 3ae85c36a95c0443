/** Closes the chat with Escape, wherever on the page the focus is, unless somebody else took the key. */
export function closeOnEscape(close: () => void, signal: AbortSignal): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && !event.isComposing && !event.defaultPrevented) close()
    },
    { signal },
  )
}
