import { expect } from '@playwright/test'
import { questions } from '../messages.ts'
import { answered } from './scene-threads.ts'
import type { Scene } from './screen-state.ts'

const call = (toolCallId: string, toolName: string, rest: object) => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  args: { month: 'March' },
  argsText: '{"month":"March"}',
  ...rest,
})
const done = (id: string, name: string, result: object) => call(id, name, { result })
const text = (words: string) => ({ type: 'text', text: words })

const MATRIX = [
  done('call-1', 'look_up_invoices', { invoices: 2 }),
  text('There are two. Next, the statement and the refund:'),
  call('call-2', 'read_statement', { isError: true, result: 'The bank did not answer.' }),
  text('The bank did not answer, and the refund was not allowed:'),
  call('call-3', 'refund_order', { approval: { id: 'a1', approved: false } }),
  text('This one was left behind:'),
  call('call-4', 'send_mail', { argsText: '{"month":"Ma' }),
]

/** Done, failed, denied and abandoned calls, above a running one and one that waits for its arguments. */
export const toolStates: Scene = {
  threads: answered(MATRIX, 'Look at everything'),
  asks: () => ({
    question: 'Export my statement',
    script: 'say First the export.; tool export_statement {}; hold for-good',
  }),
  async act({ chat }) {
    await expect(chat.answer.getByRole('button', { name: /export statement/ })).toBeVisible()
    await questions(chat).first().scrollIntoViewIfNeeded()
  },
}

export const approvalCard: Scene = {
  asks: ({ question }) => ({
    question,
    script:
      'say That can be paid back.; tool refund_order {"order":"1042","amount":"€ 49.00"}; next; say Paid back',
  }),
  async act({ chat }) {
    const card = chat.answer.getByRole('group', { name: 'Allow refund order?' })
    await expect(card.getByRole('button', { name: 'Allow once' })).toBeEnabled()
    await chat.settled()
  },
}

const GROUP = [
  done('call-1', 'look_up_invoices', { invoices: 2 }),
  done('call-2', 'read_statement', { lines: 14 }),
  done('call-3', 'find_order', { order: '1042' }),
  done('call-4', 'convert_currency', { amount: '€ 49.00' }),
  text('Four look-ups later: you were charged once.'),
]

export const groupedTools: Scene = {
  threads: answered(GROUP),
  async act({ chat }) {
    await expect(chat.answer.getByRole('button', { name: 'Used 4 tools' })).toBeVisible()
  },
}

export const openGroup: Scene = {
  ...groupedTools,
  byHand: 'Press the line, and then one of the tools.',
  async act({ chat }) {
    await chat.answer.getByRole('button', { name: 'Used 4 tools' }).click()
    await chat.answer.getByRole('button', { name: /find order/ }).click()
    await expect(chat.answer.getByRole('group', { name: 'Result' })).toBeVisible()
  },
}

const source = (url: string, title: string) => ({
  type: 'source',
  sourceType: 'url',
  id: url,
  url,
  title,
})

const CITING = [
  text('A hold is released after three days.'),
  source('https://help.example.com/holds', 'Help: holds and authorisations'),
  text('Yours was released on 4 March, as your statement says, and nothing is left to pay.'),
  source('https://billing.example.com/2026-03', 'Statement of March 2026'),
  text('Write to us if the line is still there next week.'),
]

export const sources: Scene = {
  threads: answered(CITING),
  byHand: 'Point at a number in the answer.',
  async act({ chat }) {
    await chat.answer.getByRole('button', { name: /^2, source/ }).click()
    await expect(chat.answer.getByRole('group', { name: /^2, source/ })).toBeVisible()
  },
}
