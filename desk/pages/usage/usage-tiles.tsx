import type { Usage } from '../../../shared/desk/reports.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useSession } from '../../session/session-context.tsx'
import { StatTile, StatTiles } from '../../ui/stat-tile.tsx'

/** The sums of the period; those that count conversations and what is in them lead there. */
export function UsageTiles({ usage }: { usage: Usage }) {
  const { t } = useI18n()
  const { format } = useSession()
  const { from, to, total } = usage
  const tokens = total.inputTokens + total.outputTokens
  const { firstWordP50Ms: half, firstWordP95Ms: most } = total
  const list = { page: 'conversations', search: { from, to } }
  return (
    <StatTiles>
      <StatTile
        label={t('usage.cost')}
        value={total.cost === null ? null : format.money(total.cost)}
        to={list}
      />
      <StatTile label={t('usage.answers')} value={format.number(total.answers)} to={list} />
      <StatTile
        label={t('usage.conversations')}
        value={format.number(total.conversations)}
        to={list}
      />
      <StatTile label={t('usage.visitors')} value={format.number(total.visitors)} to={list}>
        <span className="stat-change">{t('usage.visitorsHint')}</span>
      </StatTile>
      <StatTile label={t('usage.tokens')} value={format.compact(tokens)}>
        <span className="stat-change">
          {t('usage.tokensHint', {
            cached: format.compact(total.cachedTokens),
            reasoning: format.compact(total.reasoningTokens),
          })}
        </span>
      </StatTile>
      <StatTile
        label={t('usage.firstWord')}
        value={half === null ? null : format.duration(half, most)}
      >
        {most !== null && (
          <span className="stat-change">
            {t('usage.p95', { time: format.duration(most, half) })}
          </span>
        )}
      </StatTile>
    </StatTiles>
  )
}
