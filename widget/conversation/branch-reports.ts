/** Remembers the reported siblings of each message. Messages without siblings are not reported. */
export function createBranchReports() {
  const reported = new Map<string, readonly string[]>()
  return {
    /** Returns true if the siblings have to be reported. */
    note(id: string, siblings: readonly string[]): boolean {
      const before = reported.get(id)
      if (siblings.length < 2) return reported.delete(id)
      reported.set(id, siblings)
      return !before || !isSameList(before, siblings)
    },
    forget: (id: string) => void reported.delete(id),
  }
}

const isSameList = (before: readonly string[], after: readonly string[]): boolean =>
  before.length === after.length && before.every((id, index) => id === after[index])
