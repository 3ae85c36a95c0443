/** True for a key alone, typed outside of fields and dialogs: it may be a shortcut. */
export function isPlainPress(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false
  if (event.defaultPrevented) return false
  const { target } = event
  if (!(target instanceof Element)) return true
  return (
    target.closest('input, textarea, select, dialog, [role="menu"], [contenteditable]') === null
  )
}
