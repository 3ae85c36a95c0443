import { createRowId } from '../../../../shared/ids.ts'
import { REPEATABLE, type Database, type Trx } from '../../database.ts'
import {
  modelKey,
  toModelRow,
  type EmbeddingModelRow,
  type EmbeddingName,
  type EmbeddingUsage,
} from './embedding-rows.ts'
import type { EmbeddingPurpose, EmbeddingState } from './vector-tables.ts'

const DAY_LENGTH = '2027-01-15'.length
/** Sorts after every time of its day: ISO 8601 continues with `T`. */
const DAY_END = 'U'

export interface EmbeddedProject {
  readonly projectId: string
  /** States and times of its sources. */
  readonly crawls: string
  readonly isCrawling: boolean
}

/** Embedding models of projects, and their calls. */
export function createEmbeddingQueries({ read, write, writeOnce, isShared, now }: Database) {
  const listLocked = (trx: Trx, projectId: string) =>
    trx
      .selectFrom('knowledge_embeddings')
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('id')
      .$if(isShared, (query) => query.forUpdate())
      .execute()

  const setState = (trx: Trx, ids: readonly string[], state: EmbeddingState) =>
    ids.length === 0
      ? undefined
      : trx.updateTable('knowledge_embeddings').set({ state }).where('id', 'in', ids).execute()

  return {
    async listModels(projectId: string): Promise<readonly EmbeddingModelRow[]> {
      const rows = await read((db) =>
        db
          .selectFrom('knowledge_embeddings')
          .selectAll()
          .where('project_id', '=', projectId)
          .orderBy('created_at')
          .orderBy('id')
          .execute(),
      )
      return rows.map(toModelRow)
    },
    /** Projects with sources or with vectors, and a text that changes with each crawl of theirs. */
    async listProjects(): Promise<readonly EmbeddedProject[]> {
      const sources = await read((db) =>
        db
          .selectFrom('knowledge_sources')
          .select(['project_id', 'id', 'state', 'crawled_at'])
          .orderBy('project_id')
          .orderBy('id')
          .execute(),
      )
      const models = await read((db) =>
        db.selectFrom('knowledge_embeddings').select('project_id').distinct().execute(),
      )
      const byProject = Map.groupBy(sources, (row) => row.project_id)
      const ids = new Set([...byProject.keys(), ...models.map((row) => row.project_id)])
      return [...ids].map((projectId) => {
        const rows = byProject.get(projectId) ?? []
        return {
          projectId,
          crawls: JSON.stringify(rows.map(({ id, state, crawled_at }) => [id, state, crawled_at])),
          isCrawling: rows.some(({ state }) => state === 'crawling'),
        }
      })
    },
    /**
     * Makes the model that the owner names the next one of its project: its vectors are made beside those that
     * questions use. A model that was to be the next one leaves; without a name all leave.
     */
    nameModel: (
      projectId: string,
      model: EmbeddingName | undefined,
    ): Promise<EmbeddingModelRow | undefined> =>
      write(async (trx) => {
        const rows = await listLocked(trx, projectId)
        const wished = model?.dimensions ?? 0
        const key = model && modelKey(model)
        const named = rows.find((row) => row.name === key && row.wished_dimensions === wished)
        const leaving = rows.filter((row) => row !== named && (!model || row.state === 'building'))
        await setState(
          trx,
          leaving.map(({ id }) => id),
          'leaving',
        )
        if (named?.state === 'leaving') await setState(trx, [named.id], 'building')
        if (named)
          return toModelRow({ ...named, state: named.state === 'current' ? 'current' : 'building' })
        if (key === undefined) return undefined
        const row = await trx
          .insertInto('knowledge_embeddings')
          .values({
            id: createRowId('embedding'),
            project_id: projectId,
            name: key,
            wished_dimensions: wished,
            dimensions: null,
            centre: null,
            state: 'building',
            next_seq: 1,
            problem: null,
            retry_at: null,
            created_at: now(),
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        return toModelRow(row)
      }, REPEATABLE),
    /** Questions use this model from now on, and the one before leaves. */
    useModel: (projectId: string, id: string): Promise<void> =>
      write(async (trx) => {
        const rows = await listLocked(trx, projectId)
        if (rows.find((row) => row.id === id)?.state !== 'building') return
        const before = rows.filter(({ state }) => state === 'current')
        await setState(
          trx,
          before.map((row) => row.id),
          'leaving',
        )
        await setState(trx, [id], 'current')
      }, REPEATABLE),
    /** @param retryAt time before which nothing is embedded. */
    tellProblem: (id: string, problem: string | null, retryAt: string | null): Promise<unknown> =>
      writeOnce(
        (db) =>
          db
            .updateTable('knowledge_embeddings')
            .set({ problem, retry_at: retryAt })
            .where('id', '=', id)
            .execute(),
        REPEATABLE,
      ),
    /** Counts a call on today. */
    addUsage: (
      projectId: string,
      purpose: EmbeddingPurpose,
      { calls, tokens }: EmbeddingUsage,
    ): Promise<unknown> =>
      writeOnce((db) =>
        db
          .insertInto('knowledge_usage')
          .values({
            project_id: projectId,
            day: now().slice(0, DAY_LENGTH),
            purpose,
            calls,
            tokens,
          })
          .onConflict((conflict) =>
            conflict.columns(['project_id', 'day', 'purpose']).doUpdateSet(({ eb, ref }) => ({
              calls: eb('knowledge_usage.calls', '+', ref('excluded.calls')),
              tokens: eb('knowledge_usage.tokens', '+', ref('excluded.tokens')),
            })),
          )
          .execute(),
      ),
    /** For each day with calls, `from` and `to` included (`2026-11-21`, UTC), oldest first. */
    async dailyUsage(
      projectId: string,
      from: string,
      to: string,
    ): Promise<readonly (EmbeddingUsage & { readonly day: string })[]> {
      const rows = await read((db) =>
        db
          .selectFrom('knowledge_usage')
          .select(({ fn }) => ['day', fn.sum('calls').as('calls'), fn.sum('tokens').as('tokens')])
          .where('project_id', '=', projectId)
          .where('day', '>=', from)
          .where('day', '<=', to + DAY_END)
          .groupBy('day')
          .orderBy('day')
          .execute(),
      )
      return rows.map(({ day, calls, tokens }) => ({
        day,
        calls: Number(calls),
        tokens: Number(tokens),
      }))
    },
  }
}
