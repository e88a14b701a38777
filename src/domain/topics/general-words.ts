/**
 * English words that belong to no subject: alone they name no topic, and neither do two of them. They may be a part of
 * a name or a compound: `immune system`, `Act of Union`. The stop words, which split phrases, are not repeated here.
 */
const WORDS = `ability absence access accident account achievement act action activity addition advantage advice affair
agency agenda agreement aim alternative analysis answer appearance application approach area argument arrangement article
aspect assistance association assumption attack attempt attention attitude attribute author authority average background
balance base basis battle behavior behaviour belief benefit body book border boundary branch build building business
candidate capital captain case category center centre century chairman challenge chance characteristic charge child choice church
circumstance citizen claim class code collection combination comment committee community company comparison competition
component concept concern conclusion condition conference conflict connection consequence construction contact content
context contract contribution control conversation copy cost council course court crisis criticism culture damage danger
data date death debate decision decrease degree demand department description design desire detail device difficulty
direction director disadvantage discussion distance distribution district division document doctrine economy education
element emperor empire employee enemy energy entry environment equipment error estimate event evidence examination
exception exchange existence expansion experience experiment expert explanation expression extent factor failure family
father feature fee field figure file film focus food force foreign form formation foundation founder framework freedom
function fund future gain game general goal government governor growth guide half health help history home hour house
human idea identity image impact importance improvement incident income increase individual industry influence
information input instance institution instruction intention interest interpretation investigation involvement island
issue item job judge key king knowledge land language law leader leadership learning length level life light limit
limitation line link list loss majority manner market mass material matter maximum measure measurement mechanism media
meeting membership message method military minimum minority minute mission mistake model moment money mother motion
movement nation nature need network newspaper note notion object objective objection observation occasion office
officer official operation opinion opportunity opposition option order organization organisation origin outcome output
owner page pair paper parent party passage past path pattern payment peace performance period permission phase
phenomenon phrase piece plan point policy politician politics population position possibility power practice preference
presence present president pressure price principle priority prize problem procedure process product production
professor profit program programme progress project proof property proportion proposal protection public publication
quality quantity question race range rank rate ratio reaction reader record reduction reference reform region
relation relationship religion report representation representative reputation request requirement research resource
response responsibility restriction return revenue review revolution right rise river rule sale sample scale schedule
school science scientist score section sector security sentence sequence series service session setting share side sign
significance similarity site situation size skill society soldier solution source space speech speed stage standard
statement statistic status step story strategy strength structure student study style subject success sum supply support
surface system target task teacher team technique technology term territory test text theme theory title tool topic town
trade tradition training transfer treatment treaty trend troop truth unit university user validity value variation
variety version victory view village visit voice volume war water weakness weapon weight wife worker writer
able absolute academic active actual additional adequate ancient annual apparent appropriate available aware basic broad
capable central civil clear close commercial complete complex correct cultural daily dangerous dead deep difficult
direct domestic dominant double earliest eastern easy economic effective entire equal equivalent essential eventual
exact excessive external extra extreme fair false familiar fast final financial formal former free frequent full
historic historical huge ideal independent indirect initial inner internal international left legal local
male female minor modern multiple narrow national natural necessary negative neutral normal northern notable numerous
obvious official open opposite ordinary outer overall partial particular permanent personal physical political positive
potential previous primary private professional proper quick rare raw real recent regional regular related relative
religious rich rough royal rural scientific separate serious severe short significant simple single social sole southern
special stable standard strict strong subsequent successful sufficient suitable sure temporary traditional true typical
ultimate unable unique unusual urban useful usual valid various vast vital weak western whole wide young
accept achieve act affect agree aid allow announce appear apply appoint argue arise arrive ask attack attempt attend
avoid ban become beat belong blame break build burn buy calculate care carry catch characterize claim collect
combine compare compete complete compose conduct confirm connect conquer consist construct contribute control convert
cover cross cut deal decide decline decrease defeat defend define demand deny depend derive descend design destroy
determine die differ discover discuss divide drive drop earn eat eliminate emerge employ enable encourage enforce
ensure enter establish evolve examine exist expand expect experience explain exploit express extend face fail fall feel
fight fill fly follow force function gain generate govern grow handle happen hear hit identify impact implement imply
import impose improve increase indicate influence inform inhabit inspire intend introduce invade invent invite involve
issue join judge kill lack land last launch learn leave lie limit listen locate lose love maintain manage mark
marry mention migrate negotiate note notice obtain occupy offer open operate oppose order organize own participate pass
pay permit please point possess predict prefer prepare prevent produce prohibit promise promote propose protect prove
publish pull purchase pursue push raise reach react read receive recognize recommend record reduce reject release
rely remain remove replace report represent require resemble respond rest restrict result return reveal rise rule
satisfy save search seek select sell send separate settle share sign solve speak specialize spend split spread stay
stop study submit succeed suffer suggest supply surround survive switch target teach tend test threaten throw trade
train transfer translate transport travel treat trust unite vary view violate visit vote wait walk warn wear withdraw
write wrote written built sold taught sent fought fell rose felt heard met paid spent spoke stood thought told
american european british english french german greek italian spanish russian chinese japanese african asian dutch
europe america africa asia england france germany britain italy spain russia china japan united states kingdom
north south east west january february march april june july august september october november december monday tuesday
wednesday thursday friday saturday sunday least greater lesser born later various neither indian william john robert james henry charles david
thomas george peter paul mary st saint edward richard michael joseph louis francis frederick native constant bound
development effort`

import { stem } from './stem.ts'

let stems: ReadonlySet<string> | undefined

/**
 * True for the stem of a word that belongs to no subject. The stems of the list are made with the first question, so
 * that a start does not wait for them.
 */
export const isGeneralStem = (word: string): boolean =>
  (stems ??= new Set(WORDS.split(/\s+/).map((one) => stem(one)))).has(word)
