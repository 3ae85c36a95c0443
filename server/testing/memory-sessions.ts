import type { SessionQueries, SessionRow } from '../store/store.ts'

/** Refresh tokens without a database: for thousands of sessions in one test. */
export function createMemorySessions(): SessionQueries {
  const rows = new Map<string, SessionRow>()
  const removeIf = (isGone: (row: SessionRow) => boolean) => {
    for (const [hash, row] of rows) if (isGone(row)) rows.delete(hash)
  }
  return {
    create: async (session) => void rows.set(session.tokenHash, session),
    find: async (tokenHash) => rows.get(tokenHash),
    async rotate(parentHash, child) {
      const parent = rows.get(parentHash)
      if (parent?.childHash !== null) return false
      rows.set(parentHash, {
        ...parent,
        childHash: child.tokenHash,
        usedAt: child.createdAt,
        expiresAt: laterOf(parent, child.expiresAt),
      })
      rows.set(child.tokenHash, child)
      return true
    },
    async extend(tokenHashes, expiresAt) {
      const found = tokenHashes.flatMap((hash) => rows.get(hash) ?? [])
      for (const row of found)
        rows.set(row.tokenHash, { ...row, expiresAt: laterOf(row, expiresAt) })
      return found.length > 0
    },
    revoke: async (sessionId) => removeIf((row) => row.sessionId === sessionId),
    revokeUser: async (projectId, userId) =>
      removeIf((row) => row.projectId === projectId && row.userId === userId),
  }
}

const laterOf = (row: SessionRow, expiresAt: string): string =>
  row.expiresAt < expiresAt ? expiresAt : row.expiresAt
