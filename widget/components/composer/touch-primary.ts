/** Whether there is only a screen to type on. A tablet with a keyboard and mouse is not one. */
export function isTouchPrimary(view: Window): boolean {
  return view.matchMedia('(pointer: coarse) and (not (any-pointer: fine))').matches
}
