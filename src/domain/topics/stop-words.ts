// Words that say how something is asked, and not what about. English first, then the commonest words of the languages
// of most sites; a word that is missing here only makes the name of a topic less specific.

const ENGLISH = `a an the and or but nor so yet if then than as at by for from in into of off on onto out over per to
under up upon via with within without about above across after against along among around before behind below beneath
beside besides between beyond despite down during except inside like near outside past since through throughout till
toward towards until versus is am are was were be been being do does did doing done have has had having will would shall
should can could may might must ought cannot not no none neither either both each every any some all most more less few
fewer many much several other others another such same own only just also too very quite rather really still even ever
never always often sometimes usually i me my mine we us our ours you your yours he him his she her hers it its they them
their theirs this that these those here there where when why how what which who whom whose whether while because though
although however thus hence therefore etc one two three four five six seven eight nine ten first second third last next
please tell explain describe show give list define meaning mean means meant name named names call called known know knows
refer refers referred term terms word words type types kind kinds sort sorts example examples way ways thing things part
parts piece number numbers amount amounts percent percentage total year years month months week weeks day days date dates
time times century centuries decade decades ago today now place places people person persons man men woman women someone
anyone everyone somebody group groups use used uses using useful make makes made making get gets got getting go goes went
gone come comes came take takes took taken find finds found become became becomes happen happens happened occur occurs
occurred begin began begins start started starts end ended ends include includes included including contain contains
consider considered believe believed think thought say says said see seen saw look looks want wants need needs needed try
help helps helped work works worked cause caused causes lead led leads play plays played allow allowed allows provide
provides provided create created creates form formed forms keep kept put set give gives gave given bring brought turn live
lived lives move moved moves hold held run ran serve served win won wins lose lost choose chose chosen add added change
changed changes different difference differences similar important main major common popular famous large largest big
biggest small smallest great greatest good better best bad worse worst high higher highest low lower lowest long longer
longest short new old older oldest early earlier late later current originally original especially specific certain
possible due based located responsible result results reason reasons purpose role country countries city cities member members develop developed developing state states word world
effect effects fact able original
according following instead around approximately roughly exactly far much often per page chapter section guide overview
introduction faq yes ok thanks thank hello hi there's what's don't doesn't isn't aren't didn't can't won't it's i'm does`

const OTHERS = `der die das den dem des ein eine einen einem einer und oder aber nicht mit ohne für von vom zu zum zur im in
am an auf aus bei nach über unter vor wie was wer wo wann warum welche welcher welches ist sind war waren wird werden hat
haben kann können ich du er sie es wir ihr mein dein sein man auch nur noch schon sehr le la les un une des du de et ou
mais pas avec sans pour par sur dans que qui quoi quand comment pourquoi quel quelle est sont était je tu il elle nous
vous ce cette ces el los las unos unas y o pero no con sin para por sobre en que quien cuando como porque cual es son era
yo tú él ella nosotros su sus il lo gli uno una e ma non con senza per che chi quando come perché quale è sono o os as um
uma mas não com sem para por que quem quando como porquê qual é são`

/** Question words and modal verbs of other languages that are no English words. */
const ASKING = `wieso woher wohin wofür könnte könnten muss müssen soll sollte darf dürfen möchte gibt dónde cómo cuándo cuánto
cuánta cuántos cuántas quién quiénes qué cuáles puedo puede pueden podemos debo debe quiero necesito tengo hay está están où
combien peux peut peuvent puis-je peut-on pouvez faut faut-il dois doit doit-on veux voudrais quelles quels est-ce qu'est-ce onde
quanto quanta quantos quantas quais posso pode podem podemos devo quero preciso tenho há está estão dove quanti quante possono
può possiamo voglio sono waar wanneer waarom hoe wat welke kan kunnen ik je moet mogen het een gdzie kiedy dlaczego jak jaki jaka
jakie która który ile czy mogę można trzeba jest są när varför hur vad vilken vilka kan jag får finns nerede nasıl neden hangi kaç
nedir mıyım miyim musunuz misiniz 如何 怎样 怎樣 哪里 哪裡 哪些 多少`

export const STOP_WORDS: ReadonlySet<string> = new Set(
  `${ENGLISH} ${OTHERS} ${ASKING}`.split(/\s+/),
)
