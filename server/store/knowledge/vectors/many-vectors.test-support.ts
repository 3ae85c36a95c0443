import type { Kysely } from 'kysely'
import { insertAll } from '../../insert-all.test-support.ts'
import type { Tables } from '../../tables.ts'

/** Enough rows in each table of vectors to show a plan that reads them all. */
export async function fillVectors(db: Kysely<Tables>, numbers: readonly number[]): Promise<void> {
  await insertAll(db, 'knowledge_embeddings', numbers, (n) => ({
    id: `e${n}`,
    project_id: 'default',
    name: `m${n}`,
    wished_dimensions: 0,
    dimensions: 3,
    centre: '[0,0,0]',
    state: n === 1 ? ('current' as const) : ('building' as const),
    next_seq: 1,
    problem: null,
    retry_at: null,
    created_at: '2027-01-15T08:00:00.000Z',
  }))
  await insertAll(db, 'knowledge_vectors', numbers, (n) => ({
    model_id: 'e1',
    seq: n,
    hash: `h${n}`,
    title: '',
    bits: '010',
    vector: 'AQID',
    problem: null,
  }))
  await insertAll(db, 'knowledge_usage', numbers, (n) => ({
    project_id: `p${n}`,
    day: '2027-01-15',
    purpose: 'pages' as const,
    calls: 1,
    tokens: n,
  }))
}
