//! The words that the halls are told by. Data alone: patterns as the vocabulary has them, and lists
//! of word forms.

use types::Hall;

/// Hall, what each different cue adds to its score, and the cues.
pub(super) const CUES: &[(Hall, f32, &str)] = &[
    (
        Hall::Sentiment,
        4.0,
        "feel | feels | felt | feeling of | feelings | tired of | weary of | resent | resents | resented \
        | resentment | nervous | nervously | anger | angry | angered | afraid | fear | fears | feared \
        | worried | worry | worries | anxious | proud | pride | delighted | delight in | frustrated \
        | frustrating | frustration | love | loves | loved | adore* | hate | hates | hated | loathe* \
        | fond of | long for | longs for | longed for | yearn* | exasperated | annoyed | irritated by \
        | disappointed | disappointment | dismayed | dismay | glad | happy | happier | unhappy | sad \
        | saddened | grateful | gratitude | dread | dreads | dreaded | thrilled | ashamed | shame \
        | embarrassed | upset | uneasy | unease | relieved | exhausted | distrust | distrusts \
        | mistrust | mistrusts | envy | envies | admire | admires | admired | mood | bitter about \
        | bitterly | despair* | hopeful | optimistic | pessimistic | enthusiastic | enthusiasm \
        | excited | excitement | furious | outrage | outraged | astonished | shocked | grief | grieve* \
        | nostalgia | nostalgic | lonely | cherish* | discouraged | demoralised | demoralized | alarmed \
        | suspicious of | wary of | pleased | satisfied with | dissatisfied | homesick | mourn* \
        | rejoice* | scared | terrified | hopeless | overwhelmed by | betrayed | sick of | fed up \
        | bored | dislike | dislikes | disliked | despise* | trust each other | cannot bear \
        | cannot stand | regret | regrets | regretted | baffled | impatient | jealous | confident \
        | humiliated | content with | comforted | moved to tears | cheered | horrified | disgust* \
        | contempt | affection | frighten* | relief | resentful | cheerful | longing for | heartbroken \
        | devastated | impressed by | fascinated | amused | surprised by | joy | joyful | fondly \
        | complain | complains | complained | grumble* | sympathy | hostile to | guilty about | guilt \
        | insulted | offended | panic | panicked | desperate | appreciate | appreciates | sceptical \
        | skeptical | hope that | hopes that | warmth | hurt by | let down | soothing | tearful | miss the | misses the | at ease | tense | stressed | eager",
    ),
    (
        Hall::Preference,
        4.0,
        "prefer | prefers | preferred | preferring | preference | preferences | favour | favours \
        | favoured | favor | favors | favored | would rather | would sooner | likes | like to \
        | like their | like his | like her | liked best | likes best | choose | chooses | chose \
        | chosen over | opt | opts | opted | opting | picked | favourite | favorite | by choice \
        | stick to | sticks to | stick with | sticks with | swear by | swears by | enjoy | enjoys \
        | enjoyed | taste for | valued | more than a | instead of | of choice | first choice | plump for \
        | plumped for | would take | settle on | settled on | asked to choose | given the choice \
        | choice experiment | wants | want | wanted | keener on | keen on | partial to | ranked first | leans towards | lean towards | inclined to | wish to | wishes to \
        | goes for | reach for | reaches for | picks | elect to | drawn to | gravitate* \
        | rather have had | like best | taste runs to",
    ),
    (
        Hall::Advice,
        3.5,
        "should | ought to | recommend | recommends | recommended | recommending | recommendation \
        | recommendations | advise | advises | advised | advice | advisable | had better | best to \
        | it is wise | prudent | urge | urges | urged | are told to | is told to \
        | suggest using | consider using | must never | it pays to | tip for | trick for | make sure \
        | be sure to | best practice | guidance is | encouraged to | warned not to \
        | warns against | counsel | counsels | would do well | worth checking",
    ),
    (
        Hall::Discovery,
        1.6,
        "found | find that | finds that | finding | findings | showed | shows that | show that | shown \
        | revealed | reveals | reveal | associated with | correlated | correlates | observed \
        | compared with | compared to | significantly | volunteers | participants | measured | metered \
        | sequencing of | twice as | twice the | half as | times as | higher than | lower than \
        | faster than | slower than | fewer | by a factor of | by a third | by a quarter | by half \
        | per cent | percent | reduced | increased | decreased | fell by | rose by | fell to | rose to \
        | doubled | halved | tripled | widened | peaked | raised | lowered | improved | explained \
        | sufficed | detected | experiment | experiments | trial | randomised | randomized \
        | tested | we tried | timed with | the authors | the study | this study | surveillance data \
        | household panel | data from | analysis of | analysed | analyzed | sample of | samples from \
        | in mice | predicted | non inferior | outperformed | linked to | identified | discovered \
        | evidence that | confirmed | replicated | estimated | most of the | records from | benchmark \
        | simulations | survived | cohort | years of data | plots | sites | regions | pedigrees \
        | reviewing | against the textbook | in nine years",
    ),
    (
        Hall::Claim,
        1.8,
        "always | never | the only | nobody | no one | everyone | everybody | will | is a myth | the best \
        | the worst | the greatest | least bad | the least | nothing but | not a science | surely \
        | obviously | clearly | certainly | undoubtedly | no doubt | claim | claims | claimed \
        | argue | argues | argued | insist | insists | insisted | assert | asserts | asserted \
        | believe | believes | believed | contend | contends | contended | alleges | alleged \
        | allegedly | reportedly | supposedly | rumour* | rumor* | whisper* | editorial | columnist* \
        | critics | critic | essay | keynote | opinion | pundit* | it was said | it is said | told us \
        | it is repeated | without qualification | no evidence | offers no | the truth is | cannot ever \
        | secretly | are false | is false | dies when | warning | she says | he says | they say \
        | said that | says that | liked to say | like to say | likes to say | every generation \
        | declared | declares | blunt | pamphlet | blog | slogan | manifesto | proverb | boasts \
        | boasted | promises | promised | maintains that | thinks that | in truth | a fashion \
        | would ever | could ever | destined | doomed | inevitabl* | everybody knows | no need \
        | more important than | nothing more | is dead | is overrated | is the future | no other \
        | should be surprised | without proof | without citing | without a source | states that \
        | saying | motto | so they say | legend has it | common wisdom | conventional wisdom | gossip \
        | conjecture* | speculat* | guesses | might well | bound to | is nonsense | has no meaning \
        | worthless | pointless | useless | superior to | inferior to any | tried to prove",
    ),
    (
        Hall::Event,
        1.8,
        "signed | founded | was opened | opened on | closed on | launched | adopted | died | born \
        | erupted | entered into force | came into force | took office | resigned | elected | took place \
        | will take place | announced on | expired | was published on | collapsed | inaugurated \
        | scheduled for | took effect | was founded | was abolished | struck | fined | ratified",
    ),
    (
        Hall::Fact,
        2.0,
        "is defined as | are defined as | means | refers to | consists of | consist of | is called \
        | are called | denotes | is the process | is the ratio \
        | is the proportion | is a measure | is a method | is a unit | is a branch | is a form \
        | is a system | is a process | is a technique | is a protocol | is a disease | is a class \
        | is a group | is a set | is a substance | is the branch | is the study of | is the term \
        | is the name | is the number | shall | must be | must keep | must have | must not | must state \
        | must carry | must report | must notify | are required to | is required to | requires that \
        | in force | under the act | under the regulation | is measured in | equals | is equal to \
        | known as | is composed of | are composed of | by definition | boils at | melts at | capital of \
        | is prohibited | is permitted | is forbidden | may not | is obliged | are obliged \
        | the unit of | by law | the statute | the regulation | the act \
        | the directive | within 72 hours | is made of | contains | contain | is a kind of \
        | is a type of | is entitled | are entitled | has two | has three | has four | orbits",
    ),
];
