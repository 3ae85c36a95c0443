import { AlcoveError } from '../../../shared/errors.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { REPEATABLE, type Database, type Trx } from '../database.ts'
import { toColumn } from '../json-column.ts'
import {
  toDraftRow,
  toVersionHead,
  toVersionRow,
  VERSION_COLUMNS,
  type DraftRow,
  type VersionHead,
  type VersionRow,
} from './settings-rows.ts'
import { forgetFixes, publishFixes } from '../desk/answer-fixes.ts'
import { tellPublished } from '../notices/tell-published.ts'
import { createDraftError, createOvertakenError } from './settings-errors.ts'
import { settleAsLive, settleSources, type SetSource } from './settle-sources.ts'

/** Versions that a project keeps; the oldest go first. */
export const VERSIONS_MAX = 500

/** An act of a person; `by` is their mail, null: the command line. */
interface SettingsAct {
  readonly projectId: string
  readonly by: string | null
}

export interface DraftChange extends SettingsAct {
  /** The revision that was changed; null: there is no draft. */
  readonly revision: number | null
  readonly settings: JsonObject
  /** Undefined: as before, or the published version. */
  readonly baseNumber?: number | null | undefined
  /** Undefined: the settings do not tell them, and the draft keeps those that it has. */
  readonly sources: readonly SetSource[] | undefined
}

export interface Publishing extends SettingsAct {
  /** The published version that the person has seen; null: none. */
  readonly baseNumber: number | null
  readonly why: string
  readonly sources: readonly SetSource[]
}

/** Drafts and published versions of projects' settings. Each change locks the project's row first. */
export function createSettingsQueries({ read, write, now, isShared }: Database) {
  async function addVersion(
    trx: Trx,
    { projectId, by, why, sources }: Publishing,
    version: { readonly number: number; readonly settings: string; readonly undoOf: number | null },
  ): Promise<number> {
    const { number, settings, undoOf } = version
    await trx
      .insertInto('project_versions')
      .values({
        project_id: projectId,
        number,
        settings,
        published_by: by,
        published_at: now(),
        why,
        undo_of: undoOf,
      })
      .execute()
    await trx
      .updateTable('projects')
      .set({ published_number: number })
      .where('id', '=', projectId)
      .execute()
    await trx
      .deleteFrom('project_versions')
      .where('project_id', '=', projectId)
      .where('number', '<=', number - VERSIONS_MAX)
      .execute()
    await settleSources(trx, { projectId, finder: 'is_live', wanted: sources, now: now() })
    await tellPublished({ trx, isShared, now: now() }, { projectId, version: number, by, why })
    return number
  }

  return {
    async findDraft(projectId: string): Promise<DraftRow | undefined> {
      const row = await read((db) => selectDraft(db, projectId))
      return row && toDraftRow(row)
    },
    async findVersion(projectId: string, number: number): Promise<VersionRow | undefined> {
      const row = await read((db) => selectVersion(db, projectId, number))
      return row && toVersionRow(row)
    },
    /** Newest first. */
    async listVersions(
      projectId: string,
      { before, limit }: { readonly before?: number | undefined; readonly limit: number },
    ): Promise<readonly VersionHead[]> {
      const rows = await read((db) =>
        db
          .selectFrom('project_versions')
          .select(VERSION_COLUMNS)
          .where('project_id', '=', projectId)
          .$if(before !== undefined, (query) => query.where('number', '<', before!))
          .orderBy('number', 'desc')
          .limit(limit)
          .execute(),
      )
      return rows.map(toVersionHead)
    },
    /**
     * Writes the draft. Returns its new revision.
     *
     * @throws AlcoveError `conflict` if the draft is of another revision.
     */
    saveDraft: (change: DraftChange): Promise<number> =>
      write(async (trx) => {
        const { projectId, revision, settings, by, sources } = change
        const { published, nextRevision } = await lockProject(trx, projectId)
        const draft = await selectDraft(trx, projectId)
        if ((draft?.revision ?? null) !== revision) throw createDraftError(draft?.changed_by)
        const values = {
          settings: toColumn(settings),
          base_number:
            change.baseNumber === undefined
              ? draft
                ? draft.base_number
                : published
              : change.baseNumber,
          revision: nextRevision,
          changed_by: by,
          changed_at: now(),
        }
        await trx
          .insertInto('project_drafts')
          .values({ project_id: projectId, began_revision: nextRevision, ...values })
          .onConflict((conflict) => conflict.column('project_id').doUpdateSet(values))
          .execute()
        if (sources) {
          await settleSources(trx, { projectId, finder: 'is_draft', wanted: sources, now: now() })
        }
        return nextRevision
      }),
    /** Returns whether there was a draft. */
    removeDraft: (projectId: string): Promise<boolean> =>
      write(async (trx) => {
        await lockProject(trx, projectId)
        const { numDeletedRows } = await trx
          .deleteFrom('project_drafts')
          .where('project_id', '=', projectId)
          .executeTakeFirst()
        await forgetFixes(trx, projectId)
        await settleAsLive(trx, projectId, now())
        return numDeletedRows > 0n
      }, REPEATABLE),
    /**
     * Makes the draft the next version, which is in effect from then on.
     *
     * @throws AlcoveError `conflict` if the draft is of another revision, or another version was published.
     */
    publish: (publishing: Publishing & { readonly revision: number }): Promise<number> =>
      write(async (trx) => {
        const { projectId, revision, baseNumber } = publishing
        const { published, nextNumber } = await lockProject(trx, projectId)
        const draft = await selectDraft(trx, projectId)
        if (draft?.revision !== revision) throw createDraftError(draft?.changed_by)
        if (published !== baseNumber) throw createOvertakenError(published)
        const version = { number: nextNumber, settings: draft.settings, undoOf: null }
        await addVersion(trx, publishing, version)
        await publishFixes(trx, projectId, { number: nextNumber, at: now() })
        await trx.deleteFrom('project_drafts').where('project_id', '=', projectId).execute()
        await settleAsLive(trx, projectId, now())
        return nextNumber
      }),
    /**
     * Publishes an older version again. A draft stays.
     *
     * @throws AlcoveError `conflict` if another version was published, `not_found` without that older one.
     */
    undo: (publishing: Publishing & { readonly number: number }): Promise<number> =>
      write(async (trx) => {
        const { projectId, number, baseNumber } = publishing
        const { published, nextNumber } = await lockProject(trx, projectId)
        if (published !== baseNumber) throw createOvertakenError(published)
        const old = await selectVersion(trx, projectId, number)
        if (!old) throw new AlcoveError('not_found', 'Version not found')
        const version = { number: nextNumber, settings: old.settings, undoOf: number }
        await addVersion(trx, publishing, version)
        if (!(await selectDraft(trx, projectId))) await settleAsLive(trx, projectId, now())
        return nextNumber
      }),
    /**
     * Publishes settings of the configuration. Returns the version; undefined: another was published meanwhile, or
     * a draft changes it.
     */
    publishFirst: (
      publishing: Publishing & { readonly settings: JsonObject },
    ): Promise<number | undefined> =>
      write(async (trx) => {
        const { projectId, baseNumber, settings } = publishing
        const { published, nextNumber } = await lockProject(trx, projectId)
        const hasDraft = (await selectDraft(trx, projectId)) !== undefined
        if (published !== baseNumber || (published !== null && hasDraft)) return undefined
        const version = { number: nextNumber, settings: toColumn(settings), undoOf: null }
        await addVersion(trx, publishing, version)
        if (!hasDraft) await settleAsLive(trx, projectId, now())
        return nextNumber
      }, REPEATABLE),
    /** Settles the sources of the published version, after a change of the configuration. */
    settleLive: (projectId: string, sources: readonly SetSource[]): Promise<void> =>
      write(async (trx) => {
        await lockProject(trx, projectId)
        await settleSources(trx, { projectId, finder: 'is_live', wanted: sources, now: now() })
        if (!(await selectDraft(trx, projectId))) await settleAsLive(trx, projectId, now())
      }, REPEATABLE),
  }
}

/**
 * Locks the row of the project until the transaction ends, and counts up its revision.
 *
 * @throws AlcoveError `not_found`.
 */
async function lockProject(trx: Trx, projectId: string) {
  const row = await trx
    .updateTable('projects')
    .set(({ eb }) => ({ draft_revision: eb('draft_revision', '+', 1) }))
    .where('id', '=', projectId)
    .returning(['published_number', 'draft_revision'])
    .executeTakeFirst()
  if (!row) throw new AlcoveError('not_found', 'Project not found')
  const published = row.published_number
  return { published, nextNumber: (published ?? 0) + 1, nextRevision: row.draft_revision }
}

const selectDraft = (db: Pick<Trx, 'selectFrom'>, projectId: string) =>
  db.selectFrom('project_drafts').selectAll().where('project_id', '=', projectId).executeTakeFirst()

const selectVersion = (db: Pick<Trx, 'selectFrom'>, projectId: string, number: number) =>
  db
    .selectFrom('project_versions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('number', '=', number)
    .executeTakeFirst()
