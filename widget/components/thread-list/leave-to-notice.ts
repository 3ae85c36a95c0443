/**
 * What fails shows in the notice of the list, and the row is as before: nobody waits for it. That it was
 * done is told once the server has said so.
 */
export function leaveToNotice(change: Promise<unknown>, onDone?: () => void): void {
  change.then(onDone, () => {})
}
