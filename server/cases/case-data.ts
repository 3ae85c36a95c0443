import * as v from 'valibot'
import { caseBody, type CaseBody, type DeskCase } from '../../shared/desk/cases.ts'
import type { CaseRow } from '../store/store.ts'

/** A case as its row holds it: all but the name, which has a column. */
export const writeCase = (body: CaseBody): string => JSON.stringify({ ...body, name: undefined })

export const readCase = ({ name, data }: Pick<CaseRow, 'name' | 'data'>): CaseBody =>
  v.parse(caseBody, { name, ...(JSON.parse(data) as object) })

/** A case as the desk shows it. */
export const caseJson = (row: CaseRow): DeskCase => ({
  ...readCase(row),
  id: row.id,
  changedBy: row.changedBy,
  changedAt: row.changedAt,
  from: row.from,
})
