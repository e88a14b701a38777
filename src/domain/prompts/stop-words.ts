import { primaryLanguage } from './language-tag.ts'

// Stop words by language, which split a text into phrases. Unlike the list for questions in `domain/topics`, words
// that can be part of a name (`world`, `state`) are left out.

const LISTS = {
  en: `a an the and or but nor so yet if then than as at by for from in into of off on onto out over per to under up upon
    via with within without about above across after against along among around before behind below between beyond despite
    down during except inside near outside since through throughout till toward towards until versus is am are was were be
    been being do does did done doing have has had having will would shall should can could may might must cannot not no
    none neither either both each every any some all most more less few fewer many much several other others another such
    same own only just also too very quite rather really still even ever never always often sometimes usually i me my mine
    we us our ours you your yours he him his she her hers it its they them their theirs this that these those here there
    where when why how what which who whom whose whether while because though although however thus hence therefore etc
    don't doesn't isn't aren't didn't can't won't it's i'm you're we're that's there's let's get gets got go goes make makes
    made take takes use used uses using like one said says well known called become became include includes including`,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber denn doch sondern als wenn weil dass ob wie
    wer was wo wann warum welche welcher welches welchen mit ohne für von vom zu zum zur im in am an auf aus bei beim nach
    über unter vor hinter neben zwischen durch gegen um bis seit während wegen ich du er sie es wir ihr mich dich sich uns
    euch mir dir ihm ihnen mein dein sein unser euer ihre seine ihren seinen dieser diese dieses diesen jeder jede jedes
    alle man ist sind war waren wird werden wurde wurden hat haben hatte hatten kann können konnte muss müssen soll sollen
    darf will nicht kein keine keinen nur noch schon auch sehr so da dann hier dort mehr sowie etwa zwar bereits dabei damit`,
  es: `el la los las lo un una unos unas y e o u pero sino que si como cuando donde quien cual cuales cuyo porque aunque
    mientras con sin para por sobre entre desde hasta hacia según durante contra ante bajo tras de del al a en yo tú él ella
    nosotros ellos ellas usted ustedes me te se nos le les mi tu su sus mis tus este esta estos estas ese esa esos esas esto
    eso aquel es son era eran fue fueron ser será está están ha han haber había hay puede pueden no ni sí también muy más
    menos ya solo sólo así aquí allí todo toda todos todas cada otro otra otros otras qué cómo cuándo dónde`,
  fr: `le la les l un une des du de d au aux et ou mais donc or ni car que qu qui quoi dont où quand comment pourquoi quel
    quelle quels quelles si comme lorsque puisque avec sans pour par sur sous dans en entre vers chez depuis pendant avant
    après contre je j tu il elle on nous vous ils elles me m te t se s lui leur leurs mon ton son ma ta sa mes tes ses notre
    votre nos vos ce c cet cette ces cela ça est sont était étaient être été a ont avait avoir sera peut peuvent ne n pas
    plus moins très aussi même tout toute tous toutes autre autres ainsi alors encore ici là y afin selon c'est n'est qu'il`,
  it: `il lo la i gli le l un uno una e ed o ma però che chi cui come quando dove perché se mentre con senza per su tra fra
    da di a in del dello della dei degli delle al allo alla ai agli alle dal dalla dai dalle nel nella nei nelle sul sulla
    sui sulle io tu lui lei noi voi loro mi ti si ci vi ne suo sua suoi sue mio tuo nostro questo questa questi queste quello
    quella è sono era erano essere stato ha hanno aveva avere può possono non più meno molto anche già solo così ogni tutto
    tutti tutte altro altri quale quali qui lì`,
  pt: `o a os as um uma uns umas e ou mas porém que se como quando onde quem qual quais porque embora enquanto com sem para
    por pelo pela pelos pelas sobre entre desde até de do da dos das em no na nos nas ao aos à às num numa eu tu ele ela nós
    eles elas você vocês me te lhe seu sua seus suas meu minha nosso nossa este esta estes estas esse essa isso isto aquele
    é são era eram foi foram ser será está estão tem têm ter havia há pode podem não nem sim também muito mais menos já só
    assim aqui ali todo toda todos todas cada outro outra outros outras`,
  nl: `de het een en of maar want dus als dan dat die dit deze wie wat waar wanneer waarom hoe welke met zonder voor van naar
    in op aan uit bij na over onder tussen door tegen om tot sinds tijdens ik jij je u hij zij ze het wij we jullie mij hem
    haar ons hun mijn jouw zijn uw is was waren wordt worden werd werden heeft hebben had hadden kan kunnen moet moeten zal
    zullen mag wil niet geen ook nog al maar zeer meer minder er hier daar zo elk elke alle ander andere te`,
  sv: `en ett den det de och eller men för att som om när var där hur varför vilken vilket vilka vem vad med utan till från
    av på i vid efter över under mellan genom mot sedan jag du han hon vi ni dem sig mig dig oss er min din sin sitt sina
    deras vår denna detta dessa är var vara varit blir blev har hade kan kunde ska skulle måste får inte ingen inget också
    mycket mer mindre bara än så här alla varje annan andra`,
  da: `en et den det de og eller men for at som om når hvor hvordan hvorfor hvilken hvilket hvilke hvem hvad med uden til fra
    af på i ved efter over under mellem gennem mod siden jeg du han hun vi i dem sig mig dig os jer min din sin sit sine
    deres vores denne dette disse er var være været bliver blev har havde kan kunne skal skulle må ikke ingen intet også
    meget mere mindre kun end så her der alle hver anden andre`,
  nb: `en ei et den det de og eller men for å at som om når hvor hvordan hvorfor hvilken hvilket hvilke hvem hva med uten til
    fra av på i ved etter over under mellom gjennom mot siden jeg du han hun vi dere dem seg meg deg oss min din sin sitt
    sine deres vår denne dette disse er var være vært blir ble har hadde kan kunne skal skulle må ikke ingen intet også
    mye mer mindre bare enn så her der alle hver annen andre`,
  pl: `i oraz lub albo ale lecz a że żeby aby jeśli jeżeli gdy kiedy gdzie jak dlaczego kto co który która które którzy
    których którym z ze bez dla do od na w we o u po pod nad przed za przy przez między ja ty on ona ono my wy oni one mnie
    cię się go jej jego ich nam wam im mój twój swój nasz wasz ten ta to te tego tej tych tym jest są był była było były być
    będzie będą ma mają może mogą nie tak też także już tylko bardzo więcej mniej tu tam każdy wszystkie inny inne`,
  ru: `и или а но да же ли бы не ни что чтобы если когда где как почему зачем кто какой какая какие который которая которые
    которых с со без для до от из к ко на в во о об обо у по под над перед за при через между я ты он она оно мы вы они меня
    тебя его её ее их нам вам им мой твой свой наш ваш этот эта это эти того той тех тем был была было были быть будет есть
    может могут нет так также уже только очень более менее тут там все всех каждый другой другие`,
  tr: `ve veya ya da de ile ama fakat ancak çünkü ki eğer gibi için kadar göre sonra önce üzere bu şu o bunlar şunlar onlar
    ben sen biz siz beni seni onu bana sana ona benim senin onun bizim sizin onların ne kim hangi nasıl neden niçin nerede ne
    zaman mı mi mu mü bir her hiç bazı tüm bütün çok daha en az değil var yok olan olarak olur oldu olduğu ise idi dır dir
    tarafından hem yani şey`,
  ja: `の に は を が と も で へ や か ね よ な だ です ます した して する される いる ある なる れる られる から まで より
    など だけ しか でも また および ただし これ それ あれ この その あの ここ そこ どこ だれ なに 何 こと もの ため とき よう
    そう ない いう という について による において`,
  zh: `的 了 在 是 我 有 和 就 不 人 都 一 一个 上 也 很 到 说 要 去 你 会 着 没有 看 自己 这 那 他 她 它 我们 你们 他们 与 及 或
    但 而 于 以 为 对 从 被 把 让 由 之 其 等 中 所 如 如果 因为 所以 虽然 并 并且 可以 什么 怎么 为什么 哪 个 種 种 這 們 個 說 會 沒有`,
  ko: `그 이 저 것 수 등 및 더 또 또는 그리고 그러나 하지만 그래서 그러면 그런데 따라서 때문에 대해 대한 대하여 위해 위한 통해 통한 따라 따른 의해 관한
    관해 있는 있다 있습니다 없는 없다 없습니다 하는 한다 합니다 하고 하며 하여 해서 했다 했습니다 하면 되는 된다 됩니다 되어 되고 이다 입니다 아니다
    아닙니다 이런 그런 저런 이러한 그러한 어떤 모든 각 매우 아주 가장 많은 많이 다른 같은 같이 함께 다시 이미 아직 항상 먼저 바로 모두 어떻게 무엇 왜 언제
    어디 누가 누구 어느 우리 저희 나 너 내 네 제 이것 그것 저것 여기 거기 저기 지금 경우 에서 으로 에게 부터 까지 보다 처럼`,
} as const

const ENGLISH: ReadonlySet<string> = new Set(LISTS.en.split(/\s+/))

const SET_BY_LANGUAGE: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LISTS).map(([language, words]) => [language, new Set(words.split(/\s+/))]),
)

/** Languages with a list of their own. */
export const STOP_WORD_LANGUAGES: readonly string[] = Object.keys(LISTS)

/**
 * Returns the stop words of a language in lower case, by its first subtag; those of English for a language without a
 * list.
 */
export function stopWordsOf(language: string): ReadonlySet<string> {
  const primary = primaryLanguage(language) ?? 'en'
  return SET_BY_LANGUAGE.get(primary === 'no' || primary === 'nn' ? 'nb' : primary) ?? ENGLISH
}
