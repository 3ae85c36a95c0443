import { expect } from '@playwright/test'
import type { Scene, Stage } from './screen-state.ts'
import type { StateWords } from './state-words.ts'

interface Cited {
  readonly question: string
  readonly answer: string
  readonly sources: readonly object[]
  /** A question that no page answers, and the answer that says so. */
  readonly unanswered: readonly [question: string, answer: string]
}

const passage = (number: number, fields: object) => ({ alcove: { passage: { number, ...fields } } })

const source = (url: string, title: string, providerMetadata: object) => ({
  type: 'source',
  sourceType: 'url',
  id: `${url} ${JSON.stringify(providerMetadata).length}`,
  url,
  title,
  providerMetadata,
})

const RETURNS = 'https://shop.example/help/returns'
const MANUAL = 'https://shop.example/manuals/ridge-2.pdf'

const CITED: Readonly<Record<StateWords['lang'], Cited>> = {
  en: {
    question: 'Can I return a tent that I have used once?',
    answer:
      'Yes. You can return it within **30 days** of delivery if it is dry and clean[3]. The refund reaches your account within five working days after the parcel arrives[3][7].\n\nIf a pole is broken, send it in as a warranty case instead: poles have a warranty of two years[12].',
    sources: [
      source(
        `${RETURNS}#used:~:text=Tents%20and,and%20clean`,
        'Returns and refunds',
        passage(3, {
          headings: ['Returns', 'Goods that were used'],
          text: 'Tents and sleeping bags may be returned within 30 days of delivery, also if you have used them once, provided they are dry and clean.\nWe check each parcel on the day it arrives.',
          date: '2026-03-01',
          language: 'en',
          anchor: 'used',
        }),
      ),
      source(
        `${RETURNS}#refunds:~:text=We%20pay,working%20days`,
        'Returns and refunds',
        passage(7, {
          headings: ['Refunds'],
          text: 'We pay you back by the way you paid, at the latest five working days after your parcel has arrived at our warehouse.',
          date: '2026-03-01',
          language: 'en',
          anchor: 'refunds',
        }),
      ),
      source(
        `${MANUAL}#page=14`,
        'Ridge 2: manual',
        passage(12, {
          headings: ['Care and repair', 'Warranty'],
          text: 'Poles, zips and seams have a warranty of two years from the day of purchase. Broken poles are replaced without charge; send the broken part with a copy of the receipt.',
          date: '2025-11-12',
          language: 'en',
          page: 14,
          pageLabel: '12',
        }),
      ),
    ],
    unanswered: [
      'Can I hire a tent for a trip to Norway?',
      'I looked through our pages and found nothing about hiring tents abroad. A colleague in the shop can tell you more.',
    ],
  },
  ar: {
    question: 'هل يمكنني إرجاع خيمة استخدمتها مرة واحدة؟',
    answer:
      'نعم. يمكنك إرجاعها خلال **30 يومًا** من الاستلام إذا كانت جافة ونظيفة[3]. يصل المبلغ إلى حسابك خلال خمسة أيام عمل بعد وصول الطرد[3][7].\n\nإذا انكسر عمود فأرسله ضمن الضمان: ضمان الأعمدة سنتان[12].',
    sources: [
      source(
        `${RETURNS}#used`,
        'الإرجاع واسترداد المبلغ',
        passage(3, {
          headings: ['الإرجاع', 'المنتجات المستعملة'],
          text: 'يمكن إرجاع الخيام وأكياس النوم خلال 30 يومًا من الاستلام، حتى لو استُخدمت مرة واحدة، بشرط أن تكون جافة ونظيفة.\nنفحص كل طرد في يوم وصوله.',
          date: '2026-03-01',
          language: 'ar',
          anchor: 'used',
        }),
      ),
      source(
        `${RETURNS}#refunds`,
        'الإرجاع واسترداد المبلغ',
        passage(7, {
          headings: ['استرداد المبلغ'],
          text: 'نعيد إليك المبلغ بطريقة الدفع نفسها، خلال خمسة أيام عمل على الأكثر من وصول الطرد إلى مستودعنا.',
          date: '2026-03-01',
          language: 'ar',
        }),
      ),
      source(
        `${MANUAL}#page=14`,
        'Ridge 2: manual',
        passage(12, {
          headings: ['Care and repair', 'Warranty'],
          text: 'Poles, zips and seams have a warranty of two years from the day of purchase. Broken poles are replaced without charge.',
          date: '2025-11-12',
          language: 'en',
          page: 14,
          pageLabel: '12',
        }),
      ),
    ],
    unanswered: [
      'هل يمكنني استئجار خيمة لرحلة إلى النرويج؟',
      'بحثت في صفحاتنا ولم أجد شيئًا عن استئجار الخيام في الخارج. يمكن لزميل في المتجر أن يساعدك.',
    ],
  },
}

/** An answer from the owner's pages, with its sources below it. */
export const cited: Scene = {
  threads: ({ titles, lang }) => {
    const { question, answer, sources } = CITED[lang]
    return [{ title: titles[3]!, texts: [question, [{ type: 'text', text: answer }, ...sources]] }]
  },
  async act({ chat }) {
    await expect(chat.answer.getByRole('button', { name: /^3, source/ })).toBeVisible()
  },
}

/** The card of a number; a sheet on a narrow frame. */
const opened = (number: number): Scene => ({
  ...cited,
  byHand: 'Press a number in the answer.',
  async act(stage) {
    await cited.act?.(stage)
    await press(stage, number)
    await expect(stage.chat.frame.getByRole('blockquote')).toBeVisible()
  },
})

const press = ({ chat }: Stage, number: number) =>
  chat.answer
    .getByRole('button', { name: new RegExp(`^${number}, source`) })
    .first()
    .click()

export const passageOpen = opened(1)
export const pdfPageOpen = opened(3)

/** Nothing was found; the owner's way to a person is offered. */
export const nothingFound: Scene = {
  attributes: 'data-person="event"',
  threads: ({ titles, lang }) => [
    {
      title: titles[3]!,
      texts: CITED[lang].unanswered,
      custom: { unanswered: true },
    },
  ],
  async act({ chat }) {
    await expect(chat.answer.getByRole('button', { name: 'Talk to a person' })).toBeVisible()
  },
}
