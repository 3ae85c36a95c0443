import type * as v from 'valibot'
import {
  caseBody,
  caseFromMessageBody,
  caseImport,
  caseImportBody,
  caseList,
  CASE_NAME_MAX_CHARACTERS,
  CASES_MAX,
  deskCase,
  type CaseBody,
  type DeskCase,
} from '../../../shared/desk/cases.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import { caseJson, readCase, writeCase } from '../../cases/case-data.ts'
import { expectWritten } from '../../cases/expect-written.ts'
import { readCaseFile, writeCaseFile } from '../../cases/case-file.ts'
import { isRowName, requireStorable } from '../../routes/find-row.ts'
import type { CaseRow, NewCase, Store } from '../../store/store.ts'
import { deskRoute, type DeskRoute } from '../desk-route.ts'
import { readCaseOfMessage } from './case-of-message.ts'

type ImportJson = v.InferOutput<typeof caseImport>

/** Cases of a project: written by hand, from a conversation or by a file. */
export const caseRoutes: readonly DeskRoute[] = [
  deskRoute({
    method: 'GET',
    path: '/projects/:project/cases',
    summary: 'List the cases of a project by name',
    needs: 'reader',
    answers: { 200: caseList },
    async handle(c, { params }, { store }) {
      const rows = await store.cases.list(params.project, CASES_MAX)
      return c.json<v.InferOutput<typeof caseList>>({ cases: rows.map(caseJson) })
    },
  }),
  deskRoute({
    method: 'POST',
    path: '/projects/:project/cases',
    summary: 'Write a case',
    needs: 'editor',
    body: caseBody,
    answers: { 201: deskCase },
    act: 'case.add',
    async handle(c, { params, body, caller, audit }, { store }) {
      requireStorable({ name: body.name })
      const row = await store.cases.add(toNew(params.project, caller.person.mail, body), CASES_MAX)
      await audit({ target: row.id })
      return c.json<DeskCase>(caseJson(row), 201)
    },
  }),
  deskRoute({
    method: 'POST',
    path: '/projects/:project/cases/from-message',
    summary: 'Make a case of a question or an answer of a conversation, without personal data',
    needs: 'editor',
    body: caseFromMessageBody,
    answers: { 201: deskCase },
    act: 'case.add',
    async handle(c, { params, body, caller, audit }, { store, projectSettings }) {
      const { turns, ...from } = body
      const { made } = await readCaseOfMessage(store, params.project, from)
      const { draft, published } = await projectSettings.state(params.project)
      const asked = turns === 'last' ? { ...made, turns: made.turns.slice(-1) } : made
      const expected = expectWritten(asked, (draft ?? published)?.settings ?? {})
      const row = await addUnderFreeName(store, {
        ...toNew(params.project, caller.person.mail, expected),
        from,
      })
      await audit({ target: row.id })
      return c.json<DeskCase>(caseJson(row), 201)
    },
  }),
  deskRoute({
    method: 'POST',
    path: '/projects/:project/cases/import',
    summary: 'Import cases of a file: a case of the same name is changed',
    needs: 'editor',
    body: caseImportBody,
    answers: { 200: caseImport },
    act: 'case.import',
    async handle(c, { params, body, caller, audit }, { store }) {
      const read = readCaseFile(body.text)
      if (read.type === 'wrong') {
        return c.json<ImportJson>({ added: 0, changed: 0, problems: [...read.problems] })
      }
      for (const { name } of read.cases) requireStorable({ name })
      const rows = read.cases.map((each) => toNew(params.project, caller.person.mail, each))
      const counts = await store.cases.importAll(rows, CASES_MAX)
      await audit({ details: counts })
      return c.json<ImportJson>({ ...counts, problems: [] })
    },
  }),
  deskRoute({
    method: 'GET',
    path: '/projects/:project/cases/export',
    summary: 'Download all cases, one a line',
    needs: 'reader',
    answers: {
      200: { mediaTypes: ['application/x-ndjson'], description: 'A line for each case' },
    },
    async handle(c, { params }, { store }) {
      const rows = await store.cases.list(params.project, CASES_MAX)
      return c.body(writeCaseFile(rows.map(readCase)), 200, {
        'Content-Type': 'application/x-ndjson; charset=utf-8',
        'Content-Disposition': 'attachment; filename="cases.jsonl"',
      })
    },
  }),
  deskRoute({
    method: 'PUT',
    path: '/projects/:project/cases/:case',
    summary: 'Change a case',
    needs: 'editor',
    body: caseBody,
    answers: { 200: deskCase },
    act: 'case.change',
    async handle(c, { params, body, caller, audit }, { store }) {
      requireStorable({ name: body.name })
      const { id } = await requireCase(store, params.project, params.case)
      const row = await store.cases.change(id, toNew(params.project, caller.person.mail, body))
      await audit({ target: id })
      return c.json<DeskCase>(caseJson(row))
    },
  }),
  deskRoute({
    method: 'DELETE',
    path: '/projects/:project/cases/:case',
    summary: 'Remove a case',
    needs: 'editor',
    answers: { 204: undefined },
    act: 'case.remove',
    async handle(c, { params, audit }, { store }) {
      const { id } = await requireCase(store, params.project, params.case)
      await store.cases.remove(params.project, id)
      await audit({ target: id })
      return c.body(null, 204)
    },
  }),
]

const toNew = (projectId: string, by: string, body: CaseBody): NewCase => ({
  projectId,
  name: body.name,
  data: writeCase(body),
  by,
})

/** @throws AlcoveError `not_found`. */
async function requireCase(store: Store, projectId: string, id: string): Promise<CaseRow> {
  const row = isRowName(id) ? await store.cases.find(projectId, id) : undefined
  if (row) return row
  throw new AlcoveError('not_found', 'There is no such case.')
}

/** Names that are tried for a question that has cases already. */
const NAMES_TRIED = 20
const NUMBER_CHARACTERS = 6

async function addUnderFreeName(store: Store, added: NewCase): Promise<CaseRow> {
  for (let number = 1; ; number++) {
    const start = added.name.slice(0, CASE_NAME_MAX_CHARACTERS - NUMBER_CHARACTERS).toWellFormed()
    const name = number === 1 ? added.name : `${start} (${number})`
    try {
      return await store.cases.add({ ...added, name }, CASES_MAX)
    } catch (error) {
      const isTaken = error instanceof AlcoveError && error.code === 'conflict'
      if (!isTaken || number === NAMES_TRIED) throw error
    }
  }
}
