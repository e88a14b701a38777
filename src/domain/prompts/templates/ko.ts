import type { LocaleTexts } from '../prompt-locale.ts'

export const ko: LocaleTexts = {
  quotes: { open: '“', close: '”', innerOpen: '‘', innerClose: '’' },
  listSeparator: ', ',
  gap: ' ',
  reading: {
    full: '{{url}} ({{title|quote}}, {{site_name}}) 페이지를 읽어 주세요.',
    short: '{{title|truncate:60|quote}} ({{site_name|truncate:40}}) 페이지를 읽어 주세요.',
    bare: '아래 “Source”에 적힌 페이지를 읽어 주세요.',
  },
  kinds: {
    summarize: {
      label: '요약하기',
      sentence: '페이지 내용을 5개 항목으로 요약해 주세요. 숫자와 이름은 그대로 유지해 주세요.',
    },
    key_takeaways: {
      label: '핵심 정리하기',
      sentence: '핵심 내용을 나열하고 각각 누구에게 중요한지 알려 주세요.',
    },
    explain: {
      label: '쉽게 설명하기',
      sentence: '페이지의 내용을 예를 하나 들어 초보자에게 설명해 주세요.',
    },
    ask: {
      label: '이 페이지에 대해 질문하기',
      sentence:
        '페이지를 바탕으로 다음 질문에 답하고, 페이지에 답이 없으면 없다고 알려 주세요: {{question|quote}}',
    },
    compare: {
      label: '다른 출처와 비교하기',
      sentence:
        '페이지의 설명을 독립적인 다른 출처 두 곳과 비교하고 세 곳의 링크를 모두 제시해 주세요.',
    },
    apply: {
      label: '체크리스트 만들기',
      sentence:
        '페이지의 단계를 제 상황에 맞는 체크리스트로 만들어 주세요. 부족한 정보가 있으면 먼저 물어봐 주세요.',
    },
    critique: {
      label: '주장 확인하기',
      sentence:
        '페이지의 주장 중 확인이 필요한 것은 무엇인가요? 목록으로 정리하고 각각 어떻게 확인할 수 있는지 알려 주세요.',
    },
    cite: {
      label: '인용하기',
      sentence:
        '페이지에서 인용할 가치가 있는 정의, 수치, 서술을 그대로 인용해 주세요. 페이지 내용을 사용할 때는 {{canonical_url}} 주소를 출처로 밝혀 주세요.',
    },
    translate: {
      label: '핵심 내용 번역하기',
      sentence:
        '페이지의 핵심 내용을 제 언어로 번역해 주세요. 어떤 언어인지 분명하지 않으면 물어봐 주세요.',
    },
  },
  citeShort:
    '페이지에서 인용할 가치가 있는 정의, 수치, 서술을 그대로 인용해 주세요. 페이지 내용을 사용할 때는 그 URL을 출처로 밝혀 주세요.',
  typeNames: {
    article: '글',
    docs: '문서',
    howto: '사용 방법',
    faq: '자주 묻는 질문',
    product: '제품',
    category: '분류',
    listing: '목록',
    pricing: '요금',
    landing: '홈페이지',
    event: '행사',
    recipe: '레시피',
    profile: '프로필',
    legal: '법률 문서',
    other: '페이지',
  },
  /** Particles that do not depend on the sound before them, or that take both forms with a noun whose end is known. */
  questions: {
    invitation: /^(?:준비|궁금|관심|도움이)|(?:싶으신가요|필요하신가요|계신가요)\?$/u,
  },
}
