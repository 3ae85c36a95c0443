import type { Kysely } from 'kysely'
import { insertAll } from '../insert-all.test-support.ts'
import type { Tables } from '../tables.ts'

/** People with a role, a link and a session each, and as many acts. */
export async function fillDesk(db: Kysely<Tables>, numbers: readonly number[], time: string) {
  await insertAll(db, 'desk_people', numbers, (n) => ({
    id: `d${n}`,
    mail: `d${n}@shop.example`,
    created_at: time,
    seen_at: null,
  }))
  await insertAll(db, 'desk_roles', numbers, (n) => ({
    person_id: `d${n}`,
    project_id: n < 4 ? '' : `p${n % 500}`,
    role: 'owner' as const,
    created_at: time,
    raised_at: null,
    raised_from: null,
  }))
  await insertAll(db, 'desk_links', numbers, (n) => ({
    token_hash: `h${n}`,
    person_id: `d${n}`,
    ends_at: time,
    used_at: null,
  }))
  await insertAll(db, 'desk_sessions', numbers, (n) => ({
    id: `s${n}`,
    token_hash: `h${n}`,
    person_id: `d${n}`,
    device: 'Firefox',
    started_at: time,
    used_at: time,
    ends_at: time,
  }))
  await insertAll(db, 'desk_audit', numbers, (n) => ({
    id: `a${n}`,
    at: time,
    person_id: `d${n}`,
    mail: `d${n}@shop.example`,
    project_id: `p${n % 500}`,
    act: 'x',
    target: null,
    user_id: `u${n}`,
    details: '{}',
  }))
}
