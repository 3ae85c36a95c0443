import { expect } from '@playwright/test'
import sharp from 'sharp'
import { answered } from './scene-threads.ts'
import type { Scene, Stage } from './screen-state.ts'

/** An answer that stays incomplete; text may contain line breaks and marks. */
const halfway = (text: string, until: string): Scene => ({
  asks: ({ question }) => ({ question, script: `json ${JSON.stringify(text)}\nhold for-good` }),
  async act({ chat }) {
    await expect(chat.log).toContainText(until)
  },
})

export const pendingDot: Scene = {
  asks: ({ question }) => ({ question, script: 'headers; hold for-good' }),
  async act({ chat }) {
    await expect(chat.frame.getByText('Thinking…', { exact: true }).first()).toBeVisible()
  },
}

export const streamingParagraph = halfway(
  'You were charged once. The second line is a **card authorisation** that your bank will release within a few',
  'within a few',
)

export const streamingList = halfway(
  'Here is what happens next:\n\n1. Your bank releases the hold\n2. You get a mail from us\n   - with the receipt\n   - and the number of',
  'the number of',
)

export const streamingCode = halfway(
  'Call it like this:\n\n```ts\nconst receipt = await fetch("/v1/receipts/2026-0312", {\n  headers: { accept: "application/pdf',
  'application/pdf',
)

export const streamingTable = halfway(
  'These are your invoices:\n\n| Invoice | Date | Amount |\n| :-- | :-- | --: |\n| 2026-0311 | 1 March | € 49.00 |\n| 2026-0312 | 4 Ma',
  '4 Ma',
)

/** Shows the newest answer from this share of its height. */
const scrollAnswer = async ({ chat }: Stage, share: number) => {
  await expect(chat.answer).toBeVisible()
  await chat.log.evaluate((log, at) => {
    log.dispatchEvent(new WheelEvent('wheel', { deltaY: -1 }))
    log.scrollTop = (log.scrollHeight - log.clientHeight) * at
  }, share)
}

const rich = (share: number): Scene => ({
  threads: (words) => answered(words.rich)(words),
  byHand: 'Scroll through the answer.',
  async act(stage) {
    await expect(stage.chat.answer.getByRole('table')).toBeVisible()
    await scrollAnswer(stage, share)
  },
})

export const richStart = rich(0)
export const richMiddle = rich(0.5)
export const richEnd = rich(1)

const LONG_CODE = [
  'This is the whole of it:',
  '',
  '```ts',
  'export async function payBack(order: Order, { amount, reason }: Refund): Promise<Receipt> {',
  "  if (amount > order.paid) throw new Error('There is no more to pay back than was paid for this order')",
  ...Array.from(
    { length: 24 },
    (_, line) => `  const step${line} = await ledger.book(order.id, amount / ${line + 1}, reason)`,
  ),
  '  return ledger.receiptFor(order.id)',
  '}',
  '```',
].join('\n')

export const longCode: Scene = {
  threads: answered(LONG_CODE, 'How does a refund work inside?'),
  byHand: 'Press “Wrap lines”, and scroll to the middle of the code.',
  async act(stage) {
    const wrap = stage.chat.answer.getByRole('button', { name: 'Wrap lines' })
    await wrap.click()
    await scrollAnswer(stage, 0.5)
  },
}

export const wideTable: Scene = {
  threads: (words) => answered(words.table, words.titles[3])(words),
  byHand: 'Scroll the table sideways.',
  async act({ chat }) {
    await expect(chat.answer.getByRole('table')).toBeVisible()
  },
  settle: ({ chat }) =>
    chat.frame.getByRole('table').evaluate((table) => {
      const box = table.closest('.md-table-scroll')!
      const way = (box.scrollWidth - box.clientWidth) / 2
      box.scrollLeft = getComputedStyle(box).direction === 'rtl' ? -way : way
    }),
}

const FORMULAS = `The energy of the system is

$$E = \\int_0^1 \\frac{x^2}{1+x}\\,dx + \\sqrt{\\frac{a}{b}}$$

where $x$ is the way, and the steps are

\`\`\`mermaid
graph TD;
  Order-->Payment;
  Payment-->Parcel;
\`\`\``

export const mathAndDiagram: Scene = {
  threads: answered(FORMULAS, 'Show me the formula and a diagram'),
  async act({ chat }) {
    await expect(chat.answer.locator('math').first()).toBeVisible()
  },
}

const CHART = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="640" height="400" fill="#f4f1e8"/>
${[120, 210, 160, 290, 250].map((height, index) => `<rect x="${70 + index * 105}" y="${350 - height}" width="64" height="${height}" fill="#3d7a68"/>`).join('')}
<path d="M50 350H600" stroke="#333" stroke-width="2"/></svg>`

const drawChart = async (): Promise<string> => {
  const png = await sharp(Buffer.from(CHART)).png().toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

export const images: Scene = {
  async threads(words) {
    const parts = [
      { type: 'text', text: 'Here is the chart; the second one could not be drawn.' },
      { type: 'image', image: await drawChart(), filename: 'sales.png' },
      { type: 'image', image: 'data:image/png;base64,iVBORw0KGgo=', filename: 'returns.png' },
    ]
    return answered(parts, 'Draw a chart of sales and returns')(words)
  },
  async act({ chat }) {
    await expect(chat.answer.getByRole('button', { name: /sales\.png/ })).toBeVisible()
    await expect(chat.answer.getByText('returns.png')).toBeVisible()
  },
}

export const enlargedImage: Scene = {
  ...images,
  byHand: 'Press the image.',
  async act({ chat }) {
    await chat.answer.getByRole('button', { name: /sales\.png/ }).click()
    await expect(chat.frame.getByRole('dialog')).toBeVisible()
  },
}

const THOUGHT =
  'The statement has two lines of the same amount. One is a booking, the other one a hold. Holds are released after three days, so I look at the date of the second one before I say anything.'

export const reasoningRuns: Scene = {
  asks: ({ question }) => ({ question, script: `reason ${THOUGHT}; hold for-good` }),
  async act({ chat }) {
    await expect(chat.answer.getByRole('button', { name: /^Thinking/ })).toBeVisible()
  },
}

export const reasoningFolded: Scene = {
  asks: ({ question, answer }) => ({
    question,
    script: `reason ${THOUGHT}\nwait 1200ms\nreason \\nSo it is a hold.\nsay ${answer}`,
  }),
  async act({ chat }) {
    await chat.settled()
    await expect(chat.answer.getByRole('button', { name: /^Thought for/ })).toBeVisible()
  },
}

export const reasoningOpen: Scene = {
  ...reasoningFolded,
  byHand: 'Press the line of the thought.',
  async act({ chat }) {
    await chat.settled()
    await chat.answer.getByRole('button', { name: /^Thought for/ }).click()
    await expect(chat.answer.getByText(/So it is a hold/)).toBeVisible()
  },
}
