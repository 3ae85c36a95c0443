import type { Kysely } from 'kysely'
import { insertAll } from '../insert-all.test-support.ts'
import type { Tables } from '../tables.ts'

/** Webhooks with a delivery each, and reports by mail. */
export async function fillNotices(db: Kysely<Tables>, numbers: readonly number[], time: string) {
  await insertAll(db, 'notice_hooks', numbers, (n) => ({
    id: `h${n}`,
    project_id: `p${n}`,
    url: 'https://shop.example/hook',
    events: '["answer.failed"]',
    secrets: '[]',
    is_on: 1,
    created_at: time,
  }))
  await insertAll(db, 'notices', numbers, (n) => ({
    id: `n${n}`,
    project_id: `p${n}`,
    event: 'answer.failed',
    thread_id: n % 2 ? `t${n}` : null,
    position: n % 2,
    data: '{}',
    words: n % 2 ? 'x' : null,
    dedupe: n % 2 ? null : `d${n}`,
    created_at: time,
  }))
  await insertAll(db, 'notice_deliveries', numbers, (n) => ({
    id: `v${n}`,
    notice_id: `n${n}`,
    hook_id: `h${n}`,
    project_id: `p${n}`,
    thread_id: n % 2 ? `t${n}` : null,
    position: n % 2,
    state: n % 10 ? 'done' : ('due' as const),
    next_at: time,
    lease: null,
    tries: 0,
    attempts: 0,
    log: '[]',
    created_at: time,
  }))
  await insertAll(db, 'report_people', numbers, (n) => ({
    project_id: `p${n}`,
    person_id: `d${n}`,
    since: time,
  }))
  await insertAll(db, 'report_mails', numbers, (n) => ({
    id: `r${n}`,
    project_id: `p${n}`,
    person_id: `d${n}`,
    week: '2027-01-11',
    state: n % 10 ? 'sent' : ('due' as const),
    next_at: time,
    lease: null,
    tries: 0,
    said: null,
    created_at: time,
  }))
}
