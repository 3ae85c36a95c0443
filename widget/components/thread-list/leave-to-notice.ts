/** What fails shows in the notice of the list, and the row is as before: nobody waits for it. */
export function leaveToNotice(change: Promise<unknown>): void {
  change.catch(() => {})
}
