import type { ApiKeyQueries, ApiKeyRow } from '../store/store.ts'

/** API keys without a database. */
export function createMemoryApiKeys(): ApiKeyQueries {
  const rows = new Map<string, ApiKeyRow>()
  return {
    create: async (key) => void rows.set(key.keyHash, key),
    findByHash: async (keyHash) => rows.get(keyHash),
    list: async (projectId) => [...rows.values()].filter((row) => row.projectId === projectId),
    async revoke(projectId, id) {
      const row = [...rows.values()].find((key) => key.id === id && key.projectId === projectId)
      if (row) rows.set(row.keyHash, { ...row, revokedAt: '2026-11-21T05:00:00.000Z' })
      return row !== undefined
    },
  }
}
