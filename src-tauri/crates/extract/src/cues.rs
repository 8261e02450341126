//! Phrases that give a statement away, or that give away that a sentence is none. One walk over the
//! words finds them all.

use language::Word;
use language::work;
use std::collections::HashMap;
use std::sync::LazyLock;

/// What a phrase tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cue {
    /// Nothing is said here.
    Noise,
    /// What one should do.
    Advice,
    /// Two things compared.
    Comparison,
    /// Something found.
    Finding,
    /// A verb that tells of effects, and of other things too.
    Weak,
}

const NOISE: &str = "all rights reserved|this section|this chapter|this page|this website|next section|\
following section|in section|in chapter|the remainder of|is organised as|is organized as|is structured as|\
terms of use|privacy policy|cookie|cookies|newsletter|your browser|creative commons|conflict of interest|\
conflicts of interest|competing interests|the authors thank|we thank|thanks to|corresponding author|\
correspondence|should be addressed|should be noted|should be sent|author contributions|data availability|\
is available at|are available at|available from|was supported by|was funded by|printed in|permission of|\
intentionally left|we hope|further research|as follows|is shown in|are shown in|are listed in|is listed in|\
this paper is|this article is|this report is|in this paper we|in this article we|in what follows|\
we begin|we begin with|for details|i am grateful|published online|follow us|sign up|log in|aim of this|aims of this|purpose of this|objective of this|\
to investigate whether|to determine whether|to test whether|to assess whether|we investigated|we examined|\
we aimed|we sought|aimed to|was to evaluate|was to determine|was to investigate|was to assess|was to compare|\
remains unclear|is unclear|is unknown|are unknown|is not known|little is known|has received little";

const ADVICE: &str = "is recommended|are recommended|is advised|are advised|is advisable|we recommend|we advise|\
i recommend|recommends that|recommend that|recommended that|it is better to|it is best to|it is wise to|\
it is important to|it is essential to|it is essential that|it is prudent to|needs to be|need to be|had better|\
is preferable|is not recommended|are not recommended|is to be avoided|are to be avoided|it is worth|\
ought to|ought not|is discouraged|are discouraged|are encouraged to|is encouraged to|are urged to|is mandatory";

const COMPARISON: &str = "compared with|compared to|in comparison with|in comparison to|no different from|\
did not differ|does not differ|do not differ|twice as|half as|times as|the same as|as likely as|\
was highest|were highest|was lowest|were lowest|is highest|is lowest|was greatest|was largest|is greatest|\
outperformed|outperforms|outperform|as good as|more likely|less likely|more often|less often|more common|less common|as effective as|no worse|as few as|as many as|as little as|exceeded|exceeds";

const FINDING: &str = "\
associated with|correlated with|correlates with|correlate with|found that|finds that|found to|\
found no|showed that|show that|shows that|showed no|demonstrated that|demonstrate that|\
demonstrates that|revealed that|reveals that|reveal that|indicate that|indicates that|\
indicated that|suggest that|suggests that|suggested that|observed that|concluded that|\
concludes that|confirmed that|confirms that|reported that|reports that|estimated that|\
estimates that|holds that|argues that|argued that|no evidence|no effect|no difference|\
no association|no significant|led to|leads to|lead to|resulted in|results in|result in|\
by a factor of|contradict|contradicts|contradicted|increased|increases|decreased|decreases|reduced|\
reduces|improved|improves|declined|declines|doubled|tripled|halved|quadrupled|rose|fell|grew|shrank|\
lowered|significantly|on average|a median of|a mean of|an average of|lowers";

const WEAK: &str = "\
explains|explained|accounts for|accounted for|extended|extends|protects|protected|triggers|\
triggered|inhibits|inhibited|kills|proved|suffices|sufficed|failed to|fails to|delays|delayed|\
causes|caused|affects|raised|climbed|dropped|eliminated|was effective|is effective|were effective|\
was ineffective|is sufficient|was sufficient|was enough|raises|slows|slowed|accelerates|accelerated|\
boosted|weakened|strengthened|shortens|lengthens|shortened|lengthened|linked to|prevents|prevented|\
predicts|predicted|worsened|worsens";

/// The words after the first, and what the phrase tells.
type Rest = (Vec<&'static str>, Cue);

/// The phrases by their first word.
static PHRASES: LazyLock<HashMap<&'static str, Vec<Rest>>> = LazyLock::new(|| {
    let lists = [
        (NOISE, Cue::Noise),
        (ADVICE, Cue::Advice),
        (COMPARISON, Cue::Comparison),
        (FINDING, Cue::Finding),
        (WEAK, Cue::Weak),
    ];
    let mut phrases: HashMap<&str, Vec<(Vec<&str>, Cue)>> = HashMap::new();
    for (list, cue) in lists {
        for phrase in list.split('|') {
            let mut words = phrase.split(' ');
            let first = words.next().unwrap_or_default();
            phrases.entry(first).or_default().push((words.collect(), cue));
        }
    }
    phrases
});

/// The cues among the words, with where each begins.
pub(crate) fn cues(words: &[Word<'_>]) -> Vec<(usize, Cue)> {
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Some(phrases) = PHRASES.get(&*word.lower) else { continue };
        for (rest, cue) in phrases {
            work();
            let fits = rest.iter().zip(at + 1..).all(|(want, at)| {
                words.get(at).is_some_and(|word| word.lower == *want && !word.apart)
            });
            if fits {
                found.push((at, *cue));
            }
        }
    }
    found
}
