/** Made-up questions of customers of a lamp shop, with answers, by language. */
export interface SeedTopic {
  readonly questions: readonly string[]
  readonly answer: string
  /** The tool that the answer calls. */
  readonly tool?: string
  readonly page: string
}

export const SEED_LANGUAGES = ['en', 'de', 'fr', 'ar', 'ja'] as const
/** As often as its customers write in them: mostly English. */
export const SEED_MIX = ['en', 'en', 'en', 'en', 'de', 'de', 'fr', 'ar', 'ja'] as const
type Language = (typeof SEED_LANGUAGES)[number]

const PAGES = ['lamps', 'orders', 'returns', 'bulbs'] as const
const SHOP = 'https://shop.example'

const topics = (
  language: Language,
  lists: readonly (readonly [answer: string, tool: string | undefined, ...questions: string[]])[],
): readonly SeedTopic[] =>
  lists.map(([answer, tool, ...questions], index) => ({
    questions,
    answer,
    ...(tool === undefined ? {} : { tool }),
    page: `${SHOP}/${language}/${PAGES[index % PAGES.length] ?? ''}`,
  }))

export const SEED_TOPICS: Readonly<Record<Language, readonly SeedTopic[]>> = {
  en: topics('en', [
    [
      'All lamps have a switch on the cable.',
      undefined,
      'Does the reading lamp have a switch?',
      'Where is the switch of the reading lamp?',
      'Can I switch the reading lamp off at the lamp itself?',
    ],
    [
      'Your order left our store yesterday.',
      'find_order',
      'Where is my order?',
      'When does my order arrive?',
      'My order has not arrived, where is it?',
    ],
    [
      'You can send it back within 30 days.',
      undefined,
      'How do I return a lamp?',
      'Can I send the lamp back?',
      'What is the time for a return of a lamp?',
    ],
    [
      'It takes bulbs with an E27 socket.',
      'find_bulb',
      'Which bulb fits the floor lamp?',
      'Which bulb do I need for the floor lamp?',
      'What bulb does the floor lamp take?',
    ],
  ]),
  de: topics('de', [
    [
      'Alle Lampen haben einen Schalter am Kabel.',
      undefined,
      'Hat die Leselampe einen Schalter?',
      'Wo ist der Schalter der Leselampe?',
      'Kann ich die Leselampe an der Lampe ausschalten?',
    ],
    [
      'Ihre Bestellung hat gestern unser Lager verlassen.',
      'find_order',
      'Wo ist meine Bestellung?',
      'Wann kommt meine Bestellung an?',
      'Meine Bestellung ist nicht da, wo ist sie?',
    ],
    [
      'Sie können sie 30 Tage lang zurückgeben.',
      undefined,
      'Wie gebe ich eine Lampe zurück?',
      'Kann ich die Lampe zurückschicken?',
      'Wie lange kann ich eine Lampe zurückgeben?',
    ],
    [
      'Sie braucht Birnen mit E27.',
      'find_bulb',
      'Welche Birne passt in die Stehlampe?',
      'Welche Birne brauche ich für die Stehlampe?',
      'Was für eine Birne hat die Stehlampe?',
    ],
  ]),
  fr: topics('fr', [
    [
      'Toutes les lampes ont un interrupteur sur le câble.',
      undefined,
      'La lampe de lecture a-t-elle un interrupteur ?',
      'Où est l’interrupteur de la lampe de lecture ?',
      'Comment éteindre la lampe de lecture ?',
    ],
    [
      'Votre commande est partie hier.',
      'find_order',
      'Où est ma commande ?',
      'Quand arrive ma commande ?',
      'Ma commande n’est pas arrivée, où est-elle ?',
    ],
    [
      'Vous avez 30 jours pour la renvoyer.',
      undefined,
      'Comment renvoyer une lampe ?',
      'Puis-je renvoyer la lampe ?',
      'Quel est le délai pour renvoyer une lampe ?',
    ],
    [
      'Elle prend des ampoules E27.',
      'find_bulb',
      'Quelle ampoule pour le lampadaire ?',
      'Quelle ampoule faut-il au lampadaire ?',
      'Le lampadaire prend quelle ampoule ?',
    ],
  ]),
  ar: topics('ar', [
    [
      'لكل المصابيح مفتاح على السلك.',
      undefined,
      'هل لمصباح القراءة مفتاح؟',
      'أين مفتاح مصباح القراءة؟',
      'كيف أطفئ مصباح القراءة؟',
    ],
    ['خرج طلبك من المخزن أمس.', 'find_order', 'أين طلبي؟', 'متى يصل طلبي؟', 'لم يصل طلبي، أين هو؟'],
    [
      'يمكنك إرجاعه خلال 30 يوما.',
      undefined,
      'كيف أعيد المصباح؟',
      'هل يمكن إرجاع المصباح؟',
      'ما مدة إرجاع المصباح؟',
    ],
    [
      'يحتاج إلى لمبة E27.',
      'find_bulb',
      'أي لمبة تناسب المصباح الأرضي؟',
      'ما لمبة المصباح الأرضي؟',
      'أحتاج لمبة للمصباح الأرضي',
    ],
  ]),
  ja: topics('ja', [
    [
      'すべてのランプはコードにスイッチがあります。',
      undefined,
      '読書灯にスイッチはありますか？',
      '読書灯のスイッチはどこですか？',
      '読書灯はどうやって消しますか？',
    ],
    [
      'ご注文は昨日発送しました。',
      'find_order',
      '注文した商品はどこですか？',
      '注文した商品はいつ届きますか？',
      '注文した商品が届きません',
    ],
    [
      '30日以内に返品できます。',
      undefined,
      'ランプを返品するには？',
      'ランプは返品できますか？',
      'ランプの返品期限は？',
    ],
    [
      'E27の電球を使います。',
      'find_bulb',
      'フロアランプに合う電球は？',
      'フロアランプの電球は何ですか？',
      'フロアランプに必要な電球を教えて',
    ],
  ]),
}

/** Questions to which the shop's pages have no answer: four kinds, three phrasings each. */
export const SEED_UNANSWERED: readonly string[] = [
  'Do you ship lamps to Iceland?',
  'Is shipping to Iceland possible?',
  'What does shipping to Iceland cost?',
  'Can I get a gift card?',
  'Do you sell gift cards?',
  'Where can I buy a gift card?',
  'Do you repair old lamps?',
  'Can you repair my old lamp?',
  'What does the repair of an old lamp cost?',
  'Is there a student discount?',
  'Do students get a discount?',
  'How do I get the discount for students?',
]

/** Pages that no answer cites. */
export const SEED_QUIET_PAGES: readonly (readonly [url: string, text: string])[] = [
  [`${SHOP}/en/about`, 'We have made lamps in a small town by the sea since 1968.'],
  [`${SHOP}/en/jobs`, 'We look for a carpenter and for somebody who answers the phone.'],
  [`${SHOP}/de/impressum`, 'Lampenladen, Hafenstraße 1. Wir sind von Montag bis Freitag da.'],
]

/** Comments below bad ratings, in the order of the topics: what each of them answers badly. */
export const SEED_COMMENTS: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'That is wrong: my reading lamp has no switch on the cable.',
    'Yesterday it said the same. When does my order arrive?',
    'It does not say how I send the lamp back, nor who pays.',
    'Which wattage? E27 alone does not help me.',
  ],
  de: [
    'Das stimmt nicht: Meine Leselampe hat keinen Schalter am Kabel.',
    'Das stand gestern auch da. Wann kommt meine Bestellung?',
    'Da steht nicht, wie ich die Lampe zurückschicke und wer zahlt.',
    'Wie viel Watt? E27 allein hilft mir nicht.',
  ],
  fr: [
    'C’est faux : ma lampe n’a pas d’interrupteur sur le câble.',
    'C’était déjà écrit hier. Quand arrive ma commande ?',
    'On ne dit pas comment renvoyer la lampe, ni qui paie.',
    'De quelle puissance ? E27 ne suffit pas.',
  ],
  ar: [
    'هذا غير صحيح: ليس في سلك مصباحي مفتاح.',
    'قلتم هذا أمس أيضا. متى يصل طلبي؟',
    'لم تذكروا كيف أعيد المصباح ومن يدفع.',
    'كم واط؟ E27 وحدها لا تكفي.',
  ],
  ja: [
    '違います。私の読書灯のコードにはスイッチがありません。',
    '昨日も同じ答えでした。いつ届きますか？',
    '返品の方法と送料が書かれていません。',
    '何ワットですか？E27だけではわかりません。',
  ],
}

export const SEED_SYSTEM = 'You help the customers of a lamp shop. Be brief.'
/** Models that nobody has, so that their figures are those of the made-up conversations alone. */
export const SEED_MODELS = ['example/large', 'example/small', 'example/quick'] as const
export const SEED_ASSISTANTS = ['default', 'orders', 'advice'] as const

/** Prices of these models. */
export const SEED_PRICES = new Map(
  [1.25, 0.25, 3].map((input, index) => [
    SEED_MODELS[index] ?? '',
    [{ from: '', input, cachedInput: input / 10, output: input * 8 }],
  ]),
)
