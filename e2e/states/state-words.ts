/** Texts of users and the assistant in the pictures. */
export interface StateWords {
  readonly lang: 'en' | 'ar'
  readonly question: string
  readonly answer: string
  readonly second: string
  readonly third: string
  readonly thanks: string
  /** Titles of conversations, the newest first. */
  readonly titles: readonly string[]
  /** A word in one of them. */
  readonly sought: string
  readonly rich: string
  readonly table: string
}

const code = `\`\`\`ts
const total = (items: readonly Item[]): number =>
  items.reduce((sum, { price }) => sum + price, 0)
\`\`\``

const ENGLISH: StateWords = {
  lang: 'en',
  question: 'Why was I charged twice in March?',
  answer:
    'You were charged once. The second line is a **card authorisation** that your bank released on 4 March.',
  second: 'And can I get that as a PDF?',
  third: 'Also send it to my accountant',
  thanks: 'Yes. I have prepared a receipt for invoice 2026-0312, and it is on its way to you.',
  titles: [
    'Invoice for March',
    'Delivery to another address',
    'Return of the walking boots',
    'Which tent for four people and a very large dog?',
    'Warranty',
    'Gift card',
    'Sizes of rain jackets',
    'Opening hours at Easter',
  ],
  sought: 'tent',
  rich: `## Where your order is

It left our warehouse on **Monday** and is with the carrier now. You can follow it on the [tracking page](https://example.com/track), or ask me for \`order 1042\`.

### What is in the parcel

- One enamel mug, _in blue_
- Two plates
  - one large
  - one small
- ~~A bowl~~, which comes later

1. Check the parcel when it comes
2. Keep the receipt
3. Write to us within 30 days

- [x] Packed
- [ ] Delivered

> Parcels to islands take two days more.

${code}

| Article | Pieces | Price |
| :-- | :-: | --: |
| Mug | 1 | € 12.00 |
| Plate | 2 | € 27.50 |

---

That is all there is to know today.[^1]

[^1]: As of noon.`,
  table: `| Tent | Weight | Packed size | Season | Best for | Price |
| :-- | --: | :-- | :-- | :-- | --: |
| Ridge 2 | 1.9 kg | 42 × 14 cm | Three seasons | Two people who walk far and pack light | € 289.00 |
| Valley 4 | 5.4 kg | 60 × 24 cm | Summer | Families on a camping site | € 349.00 |
| Storm 3 | 3.2 kg | 48 × 18 cm | All year | Wind, snow and high passes | € 529.00 |`,
}

const ARABIC: StateWords = {
  lang: 'ar',
  question: 'لماذا خُصم المبلغ مرتين في مارس؟',
  answer: 'خُصم المبلغ مرة واحدة. السطر الثاني **تفويض بطاقة** ألغاه مصرفك في 4 مارس.',
  second: 'هل يمكنني الحصول عليه بصيغة PDF؟',
  third: 'أرسله أيضًا إلى محاسبي',
  thanks: 'نعم. أعددت إيصالًا للفاتورة 2026-0312، وهو في طريقه إليك.',
  titles: [
    'فاتورة مارس',
    'التوصيل إلى عنوان آخر',
    'إرجاع حذاء المشي',
    'أي خيمة تناسب أربعة أشخاص وكلبًا كبيرًا جدًا؟',
    'الضمان',
    'بطاقة هدية',
    'مقاسات سترات المطر',
    'مواعيد العمل في العيد',
  ],
  sought: 'خيمة',
  rich: `## أين طلبك

غادر مستودعنا يوم **الاثنين** وهو الآن لدى شركة الشحن. يمكنك متابعته في [صفحة التتبع](https://example.com/track)، أو اسألني عن \`order 1042\`.

### ما في الطرد

- كوب مطلي، _أزرق_
- طبقان
  - كبير
  - صغير
- ~~وعاء~~ يصل لاحقًا

1. افحص الطرد عند وصوله
2. احتفظ بالإيصال
3. راسلنا خلال 30 يومًا

- [x] جُهّز
- [ ] سُلّم

> تحتاج الطرود إلى الجزر يومين إضافيين.

${code}

| السلعة | العدد | السعر |
| :-- | :-: | --: |
| كوب | 1 | € 12.00 |
| طبق | 2 | € 27.50 |

---

هذا كل ما نعرفه اليوم.[^1]

[^1]: حتى الظهر.`,
  table: `| الخيمة | الوزن | الحجم | الموسم | الأنسب لمن | السعر |
| :-- | --: | :-- | :-- | :-- | --: |
| ريدج 2 | 1.9 kg | 42 × 14 cm | ثلاثة فصول | شخصان يمشيان بعيدًا بحمل خفيف | € 289.00 |
| فالي 4 | 5.4 kg | 60 × 24 cm | الصيف | العائلات في موقع التخييم | € 349.00 |
| ستورم 3 | 3.2 kg | 48 × 18 cm | طوال العام | الريح والثلج والممرات العالية | € 529.00 |`,
}

export const STATE_WORDS: Readonly<Record<StateWords['lang'], StateWords>> = {
  en: ENGLISH,
  ar: ARABIC,
}
