import { afterEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../scripts/store-place.ts'
import type { Mail, Mailer, MailOutcome } from '../../notices/mailer.ts'
import { MAIL_PAUSES_MS } from '../../notices/pauses.ts'
import { MAIL_LEASE_MS } from '../../store/notices/report-queries.ts'
import { FEEDBACK_SCORE } from '../../store/store.ts'
import { addHook, answerOnce } from '../../testing/notice-world.ts'
import { newScore } from '../../store/new-rows.test-support.ts'
import { withStore } from '../../testing/with-store.ts'
import { createDays } from '../reports/days.ts'
import { createWeeklyReports, TEST_MAIL_PAUSE_MS } from './create-weekly-reports.ts'
import { readWeeklyReport, REPORT_TEXT_MAX_CHARACTERS } from './read-weekly-report.ts'
import { createUnsubscribeLinks } from './unsubscribe-links.ts'

const THURSDAY = Date.parse('2026-11-26T12:00:00Z')
const MONDAY = Date.parse('2026-11-30T06:00:00Z')
const SCOPE = { projectId: 'shop', workspaceId: 'u', userId: 'u' }

describe.each(ENGINES)('weekly reports on %s', (engine) => {
  let clock = THURSDAY
  const { store } = withStore(engine, { now: () => new Date(clock), lasts: 'test' })
  const days = createDays('UTC')
  const mails: Mail[] = []
  let outcome: MailOutcome = { type: 'sent', said: 'taken' }
  afterEach(() => {
    clock = THURSDAY
    mails.length = 0
    outcome = { type: 'sent', said: 'taken' }
  })
  const mailer: Mailer = {
    from: 'a@shop.example',
    send(mail) {
      mails.push(mail)
      return Promise.resolve(outcome)
    },
  }
  const create = (rest: Partial<Parameters<typeof createWeeklyReports>[0]> = {}) =>
    createWeeklyReports({
      store,
      days,
      firstWeekday: 1,
      mailer,
      links: createUnsubscribeLinks(Buffer.alloc(32)),
      deskUrl: 'https://desk.example',
      readReport: (project, week) =>
        readWeeklyReport(
          {
            store,
            days,
            currency: 'EUR',
            addressOf: (_, thread) => `https://desk.example/${thread}`,
          },
          project,
          week,
        ),
      onError(error) {
        throw error
      },
      ...rest,
    })
  async function invite(mail = 'ada@shop.example') {
    const { id } = await store.desk.people.invite(mail, { projectId: 'shop', role: 'reader' })
    await store.notices.reportMails.turnOn('shop', id)
    return id
  }
  const open = () => store.projects.create({ id: 'shop', name: 'متجر <b>' })

  test('on Monday each person who wants it gets one, whichever servers send', async () => {
    await open()
    await invite()
    const bob = await invite('bob@shop.example')
    await store.notices.reportMails.turnOff('shop', bob)
    const { threadId, messageId } = await answerOnce(store, SCOPE, {
      isUnanswered: true,
      costMicros: 2_500_000,
    })
    const rating = newScore({ name: FEEDBACK_SCORE, value: 0, threadId, messageId })
    await store.scores.put(SCOPE, { ...rating, dataType: 'boolean' })
    await store.notices.published.tell({
      projectId: 'shop',
      version: 7,
      by: 'ada@shop.example',
      why: 'Shorter',
    })
    const [one, other] = [create(), create()]
    await one.queueDue()
    await one.sendDue()
    expect(mails).toEqual([])
    clock = MONDAY
    for (const each of [one, other]) await each.queueDue()
    await Promise.all([one.sendDue(), other.sendDue()])
    clock += MAIL_LEASE_MS
    await one.sendDue()

    expect(mails.map(({ to }) => to)).toEqual(['ada@shop.example'])
    const { subject, text, html, unsubscribeUrl } = mails[0]!
    expect(subject).toBe('متجر <b>: week 2026-11-23 to 2026-11-29')
    for (const words of [
      'rated bad, no answer found: “Where is it, •••?”',
      `https://desk.example/${threadId}`,
      '1 × “Where is it, •••?”',
      'Cost: €2.50 (€0.00)',
      'Version 7 on 2026-11-26: Shorter',
      'Since version 7: 4 days (as many before)',
    ]) {
      expect(text).toContain(words)
    }
    expect(html).toContain('متجر &lt;b&gt;')
    const [mail] = await store.notices.reportMails.list('shop')
    expect(mail).toMatchObject({ state: 'sent', said: 'taken', week: '2026-11-23' })

    expect(await one.unsubscribe(unsubscribeUrl!.split('/').at(-1)!)).toBe(true)
    expect(await one.unsubscribe(`${unsubscribeUrl!.split('/').at(-1)!}x`)).toBe(false)
    clock += 7 * 86_400_000
    await one.queueDue()
    await one.sendDue()
    expect(mails).toHaveLength(1)
  })

  test('who wants it later waits for the next one, and who lost the role gets none', async () => {
    await open()
    clock = MONDAY + 1
    const id = await invite()
    const reports = create()
    await reports.queueDue()
    await reports.sendDue()
    expect(mails).toEqual([])
    await store.desk.people.invite('ada@shop.example', { projectId: 'other', role: 'reader' })
    await store.desk.people.removeRole(id, 'shop')
    clock += 7 * 86_400_000
    await reports.queueDue()
    await reports.sendDue()
    expect(mails).toEqual([])
    const [mail] = await store.notices.reportMails.list('shop')
    expect(mail).toMatchObject({ state: 'refused', said: expect.stringContaining('no longer') })
  })

  test('a mail that is not taken now is sent later, under the same id, and given up in the end', async () => {
    await open()
    await invite()
    clock = MONDAY
    outcome = { type: 'later', said: '450 busy' }
    const reports = create()
    await reports.queueDue()
    for (const pause of MAIL_PAUSES_MS) {
      await reports.sendDue()
      clock += pause - 1
      await reports.sendDue()
      clock += 1
    }
    const state = async () => (await store.notices.reportMails.list('shop'))[0]!
    expect(await state()).toMatchObject({ state: 'due', said: '450 busy' })
    await reports.sendDue()
    expect(await state()).toMatchObject({ state: 'gave-up' })
    expect(mails).toHaveLength(MAIL_PAUSES_MS.length + 1)
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1)
  })

  test('a mail of a process that died is sent by another one', async () => {
    await open()
    await invite()
    clock = MONDAY
    const reports = create()
    await reports.queueDue()
    expect(await store.notices.reportMails.claimDue()).toBeDefined()
    clock += MAIL_LEASE_MS - 1
    await reports.sendDue()
    expect(mails).toEqual([])
    clock += 1
    await reports.sendDue()
    expect(mails).toHaveLength(1)
  })

  test('behind a slow mail server no other process sends the same mail', async () => {
    await open()
    const people = ['ada', 'bob', 'cy', 'dan'].map((name) => `${name}@shop.example`)
    for (const mail of people) await invite(mail)
    clock = MONDAY
    const other = create()
    const slow: Mailer = {
      from: mailer.from,
      async send(mail) {
        clock += MAIL_LEASE_MS / 2
        await other.sendDue()
        return mailer.send(mail)
      },
    }
    const reports = create({ mailer: slow })
    await reports.queueDue()
    await reports.sendDue()
    expect(mails.map(({ to }) => to).toSorted()).toEqual(people)
  })

  test('a report that cannot be read is given up in the end', async () => {
    await open()
    await invite()
    clock = MONDAY
    const errors: unknown[] = []
    const reports = create({
      readReport: () => Promise.reject(new Error('no report')),
      onError: (error) => void errors.push(error),
    })
    await reports.queueDue()
    for (const pause of [...MAIL_PAUSES_MS, 0]) {
      expect((await store.notices.reportMails.list('shop'))[0]!.state).toBe('due')
      await reports.sendDue()
      clock += pause
    }
    expect(errors).toHaveLength(MAIL_PAUSES_MS.length + 1)
    const [mail] = await store.notices.reportMails.list('shop')
    expect(mail).toMatchObject({ state: 'gave-up', said: expect.stringContaining('not be read') })
  })

  test('a person asks for one at most once a minute', async () => {
    await open()
    const id = await invite()
    const reports = create()
    await reports.sendTest('shop', id)
    clock += TEST_MAIL_PAUSE_MS
    await expect(reports.sendTest('shop', id)).rejects.toMatchObject({ code: 'rate_limited' })
    clock += 1
    await reports.sendTest('shop', id)
    expect(mails).toHaveLength(2)
    expect(mails[0]!.messageId).not.toBe(mails[1]!.messageId)
    await expect(create({ mailer: undefined }).sendTest('shop', id)).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('a webhook gets it too, once, and long texts are cut', async () => {
    await open()
    const { id } = await addHook(store, 'shop', 'https://shop.example/hook', ['report.weekly'])
    clock = MONDAY
    const why = 'x'.repeat(REPORT_TEXT_MAX_CHARACTERS + 1)
    await store.notices.published.tell({ projectId: 'shop', version: 1, by: null, why })
    for (const each of [create(), create()]) await each.queueDue()
    expect((await store.notices.deliveries.list(id)).map(({ event }) => event)).toEqual([
      'report.weekly',
    ])
    const parts = { store, days, currency: 'EUR', addressOf: () => undefined }
    const week = { from: '2026-11-30', to: '2026-12-06' }
    const { published } = await readWeeklyReport(parts, 'shop', week)
    expect(published[0]!.why).toBe(`${'x'.repeat(REPORT_TEXT_MAX_CHARACTERS)} […]`)
  })
})
