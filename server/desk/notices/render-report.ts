import type { Mail } from '../../notices/mailer.ts'
import type { ReportFigures, WeeklyReportContent } from './read-weekly-report.ts'

const REASONS: Readonly<Record<string, string>> = {
  'bad-rating': 'rated bad',
  unanswered: 'no answer found',
  error: 'failed',
  'tool-failed': 'a tool failed',
  stopped: 'stopped',
  repeated: 'asked again',
}

/** A part of the mail: its title, and lines below it. */
interface Part {
  readonly title: string
  readonly lines: readonly { readonly text: string; readonly url?: string }[]
}

export interface ReportLinks {
  /** The project's page at the desk; undefined: the service does not know its own address. */
  readonly desk: string | undefined
  readonly unsubscribe: string | undefined
}

/** A weekly report as text and as HTML. */
export function renderReport(
  report: WeeklyReportContent,
  { desk, unsubscribe }: ReportLinks,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const subject = `${report.name}: week ${report.from} to ${report.to}`
  const parts = partsOf(report)
  const end = [
    ...(desk === undefined ? [] : [{ text: 'Open the desk', url: desk }]),
    ...(unsubscribe === undefined
      ? [{ text: 'You get this mail because you asked for it at the desk, where you can end it.' }]
      : [{ text: 'End these mails', url: unsubscribe }]),
  ]
  const text = [
    subject,
    ...parts.map(({ title, lines }) => [title, ...lines.map(plainLine)].join('\n')),
    end.map(plainLine).join('\n'),
  ].join('\n\n')
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body style="font-family:sans-serif">',
    `<h1 dir="auto" style="font-size:1.25rem">${escapeText(subject)}</h1>`,
    ...parts.map(
      ({ title, lines }) =>
        `<h2 style="font-size:1rem">${escapeText(title)}</h2><ul>${lines.map((line) => `<li dir="auto">${htmlLine(line)}</li>`).join('')}</ul>`,
    ),
    `<p>${end.map(htmlLine).join(' · ')}</p></body></html>`,
  ].join('\n')
  return { subject, text: `${text}\n`, html }
}

function partsOf(report: WeeklyReportContent): readonly Part[] {
  const { figures, before, worst, newUnanswered, published, sincePublish, currency } = report
  const all: readonly Part[] = [
    { title: 'The week (before)', lines: compare(figures, before, currency) },
    {
      title: 'Worst answers',
      lines: worst.map(({ reasons, question, answer, url }) => ({
        text: `${reasons.map((reason) => REASONS[reason] ?? reason).join(', ')}: “${question}” – ${answer}`,
        ...(url === undefined ? {} : { url }),
      })),
    },
    {
      title: 'New questions without an answer',
      lines: newUnanswered.map(({ question, count }) => ({ text: `${count} × “${question}”` })),
    },
    {
      title: 'Published',
      lines: published.map(({ version, at, why }) => ({
        text: `Version ${version} on ${at.slice(0, '2026-11-29'.length)}: ${why}`,
      })),
    },
    ...(sincePublish
      ? [
          {
            title: `Since version ${sincePublish.version}: ${sincePublish.days} days (as many before)`,
            lines: compare(sincePublish.figures, sincePublish.before, currency),
          },
        ]
      : []),
  ]
  return all.filter(({ lines }) => lines.length > 0)
}

const compare = (now: ReportFigures, before: ReportFigures, currency: string) =>
  [
    `Conversations: ${now.conversations} (${before.conversations})`,
    `Answers: ${now.answers} (${before.answers})`,
    `Rated bad: ${now.badRatings} (${before.badRatings})`,
    `Without an answer: ${now.unanswered} (${before.unanswered})`,
    `Failed: ${now.errors} (${before.errors})`,
    `Cost: ${money(now.cost, currency)} (${money(before.cost, currency)})`,
  ].map((text) => ({ text }))

const money = (amount: number | null, currency: string): string =>
  amount === null
    ? 'no price'
    : new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)

const plainLine = ({ text, url }: Part['lines'][number]): string =>
  url === undefined ? `- ${text}` : `- ${text}\n  ${url}`

const htmlLine = ({ text, url }: Part['lines'][number]): string =>
  url === undefined ? escapeText(text) : `<a href="${escapeText(url)}">${escapeText(text)}</a>`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escapeText = (text: string): string => text.replaceAll(/[&<>"]/g, (each) => ENTITIES[each]!)
