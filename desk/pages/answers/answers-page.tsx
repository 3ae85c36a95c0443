import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { isPlainObject } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { ALL_PROJECTS } from '../../../shared/desk/fields.ts'
import { DraftGate, DraftProvider, useDraft, useSetting } from '../../draft/draft-context.tsx'
import { DraftNotices, SaveLine } from '../../draft/draft-notices.tsx'
import { FixedEntries } from '../../draft/fixed-entries.tsx'
import { PublishButton } from '../../draft/publish-button.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { usePage } from '../../session/session-context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { AnswerForm } from './answer-form.tsx'
import { AnswerRows } from './answer-rows.tsx'

const PATH = ['writtenAnswers']

interface AnswersSearch {
  /** Place of the open answer in the list. */
  readonly answer?: string
  /** A question for which a new answer is wanted. */
  readonly question?: string
}

/** Answers in the owner's own words. */
export function Page() {
  const { t } = useI18n()
  const { project, projectName } = usePage()
  if (project === ALL_PROJECTS) {
    return (
      <>
        <PageHeader title={t('nav.answers')} />
        <EmptyState title={t('settings.choose')} hint={t('settings.chooseHint')} />
      </>
    )
  }
  return (
    <DraftProvider key={project}>
      <PageHeader title={t('nav.answers')} project={projectName} hint={<SaveLine />}>
        <PublishButton />
      </PageHeader>
      <div className="report-body">
        <DraftGate>
          <DraftNotices />
          <Answers />
        </DraftGate>
      </div>
    </DraftProvider>
  )
}

function Answers() {
  const { t } = useI18n()
  const { data } = useDraft()
  const navigate = useNavigate()
  const { value, live, access, set } = useSetting(PATH)
  const { answer: open, question }: AnswersSearch = useSearch({ strict: false })
  const answers = readAnswers(value)
  const index = open === undefined ? -1 : Number(open)
  const chosen = answers[index]
  const isAsked = useRef(false)
  const mayChange = access === 'change'
  const isFixed = data.fixed.some(({ path }) => path[0] === PATH[0])

  function show(place: number | null, isReplaced = false): void {
    void navigate({
      to: '.',
      replace: isReplaced,
      search: (before: Record<string, unknown>) => ({
        ...before,
        question: undefined,
        answer: place === null ? undefined : String(place),
      }),
    })
  }

  function add(asked: string): void {
    set([...answers, { name: asked.slice(0, NAME_CHARACTERS), questions: [asked], text: '' }])
    show(answers.length, true)
  }

  // The way from a message brings its question.
  useEffect(() => {
    if (question === undefined || isAsked.current || !mayChange) return
    isAsked.current = true
    const known = answers.findIndex((each) => isAbout(each, question))
    if (known === -1) add(question)
    else show(known, true)
  })

  if (chosen !== undefined) {
    return (
      <>
        <Link
          className="back-link"
          to="."
          search={(before: Record<string, unknown>) => ({ ...before, answer: undefined })}
        >
          <ArrowLeft aria-hidden="true" data-flip />
          {t('answers.back')}
        </Link>
        <AnswerForm
          key={index}
          answer={chosen}
          index={index}
          mayChange={mayChange}
          onChange={(changed) => set(answers.map((each, at) => (at === index ? changed : each)))}
          onRemove={() => {
            const left = answers.filter((_, at) => at !== index)
            set(left.length === 0 ? undefined : left)
            show(null)
          }}
        />
      </>
    )
  }
  return (
    <ReportSection
      title={t('answers.title')}
      hint={t('answers.hint')}
      more={
        mayChange && (
          <button type="button" className="outline-button" onClick={() => add('')}>
            <Plus aria-hidden="true" />
            {t('answers.add')}
          </button>
        )
      }
    >
      <FixedEntries path={PATH} />
      {answers.length > 0 || readAnswers(live).length > 0 ? (
        <AnswerRows
          answers={answers}
          live={readAnswers(live)}
          onBringBack={(answer) => set([...answers, answer])}
          mayChange={mayChange}
        />
      ) : (
        !isFixed && <EmptyState title={t('answers.none')} hint={t('answers.noneHint')} />
      )}
    </ReportSection>
  )
}

/** A name that a question gives is cut to this length. */
const NAME_CHARACTERS = 80

/** Whether a question is one of the answer's examples. */
const isAbout = ({ questions }: JsonObject, question: string): boolean =>
  Array.isArray(questions) && questions.includes(question)

const readAnswers = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? (value.filter(isPlainObject) as JsonObject[]) : []
