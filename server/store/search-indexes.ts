import { renewConversations } from './desk/conversation-backlog.ts'
import type { StoreDialect } from './dialect.ts'
import type { SearchRepair } from './search/search-engine.ts'
import { renewKnowledge } from './knowledge/renew-index.ts'
import { renewMessages, type Renew } from './search/search-repair.ts'

export interface RepairableIndex {
  readonly repair: SearchRepair
  readonly renew: Renew
}

/** The indexes of a database that it cannot repair itself. */
export const listRepairable = ({
  search,
  conversations,
  knowledge,
}: StoreDialect): readonly RepairableIndex[] =>
  [
    { repair: search.repair, renew: renewMessages },
    { repair: conversations.repair, renew: renewConversations },
    { repair: knowledge.repair, renew: renewKnowledge },
  ].flatMap(({ repair, renew }) => (repair ? [{ repair, renew }] : []))
