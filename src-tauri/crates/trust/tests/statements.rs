//! Pairs of statements as they meet in documents, each with what comparing them tells.

use proptest::prelude::*;
use trust::{Comparison, Conflict, Statement, compare, score_contradictions, weigh};
use types::Validity;

const LABELLED: &str = include_str!("../../../../assets/eval/contradictions.jsonl");

fn told(a: &str, b: &str) -> &'static str {
    let (one, two) = (Statement::new(a), Statement::new(b));
    let found = compare(&one, &two);
    let apart = !one.sketch().may_meet(&two.sketch());
    assert!(!apart || found == Comparison::Unrelated, "{a} | {b}: {found:?}");
    match found {
        Comparison::Contradicts { .. } => "contradiction",
        Comparison::Agrees { .. } => "agreement",
        Comparison::Unrelated => "unrelated",
    }
}

fn check(pairs: &[(&str, &str)], expected: &str) {
    let wrong: Vec<_> = pairs
        .iter()
        .map(|(a, b)| (told(a, b), a, b))
        .filter(|(told, ..)| *told != expected)
        .collect();
    assert!(wrong.is_empty(), "not {expected}: {wrong:#?}");
}

#[test]
fn contradictions_are_found() {
    let pairs = [
        ("Aspirin reduces the risk of stroke.", "Aspirin increases the risk of stroke."),
        ("The melting point of gallium is 29.8 °C.", "Gallium melts at 45 °C."),
        ("All samples were contaminated.", "None of the samples was contaminated."),
        ("The treaty was signed in 1648.", "The treaty was signed in 1658."),
        ("Sales rose in 2010.", "Sales fell in 2010."),
        (
            "Mount Elbert is higher than Mount Rainier.",
            "Mount Rainier is higher than Mount Elbert.",
        ),
        ("The bridge is 2 km long.", "The bridge has a length of 3.5 km."),
        ("The vaccine is safe for pregnant women.", "The vaccine is dangerous for pregnant women."),
        (
            "There is no link between vaccines and autism.",
            "There is a link between vaccines and autism.",
        ),
        ("No evidence was found that the drug reduces mortality.", "The drug reduces mortality."),
        ("The drug had no effect on blood pressure.", "The drug lowered blood pressure."),
        ("Water boils at 100 °C.", "Water boils at 90 °C."),
        (
            "Passwords must have at least 8 characters.",
            "Passwords must have at least 12 characters.",
        ),
        ("More than 50 people died in the fire.", "Fewer than 40 people died in the fire."),
        ("Most patients recovered.", "Most patients did not recover."),
        ("All patients recovered.", "Some patients did not recover."),
        ("No patients recovered.", "Some patients recovered."),
        ("The committee approved the proposal.", "The committee rejected the proposal."),
        ("The enzyme activates the pathway.", "The enzyme does not activate the pathway."),
        ("The species is extinct.", "The species is still alive."),
        ("Light travels faster than sound.", "Sound travels faster than light."),
        ("Vitamin D deficiency is common in Norway.", "Vitamin D deficiency is rare in Norway."),
        ("Bats are mammals.", "Bats are not mammals."),
        ("The experiment was conducted at 20 °C.", "The experiment was conducted at 35 °C."),
        ("Records must be kept for five years.", "Records must be kept for two years."),
        ("Records shall be retained for 5 years.", "Records need to be kept for 24 months."),
        ("The company was founded in 1998.", "The company was founded in 2003."),
        ("The price fell by 10 %.", "The price fell by 30 %."),
        ("The price fell by 10 %.", "The price rose by 10 %."),
        ("Smoking is permitted in the building.", "Smoking is prohibited in the building."),
        ("Smoking is allowed on the premises.", "Smoking is not allowed on the premises."),
        ("When heated, the metal expands.", "When heated, the metal contracts."),
        ("Cats are able to see ultraviolet light.", "Cats are unable to see ultraviolet light."),
        ("The model outperformed the baseline.", "The model underperformed the baseline."),
        ("The trial enrolled 120 patients.", "The trial enrolled 300 patients."),
        ("The earthquake killed 3,000 people.", "The earthquake killed 12,000 people."),
        (
            "Copper conducts electricity better than iron.",
            "Iron conducts electricity better than copper.",
        ),
        ("Copper is a good conductor of heat.", "Copper is a poor conductor of heat."),
        (
            "Omega-3 supplements prevent heart disease.",
            "Omega-3 supplements do not prevent heart disease.",
        ),
        ("The drug is effective against malaria.", "The drug is ineffective against malaria."),
        ("TLS 1.3 supports RSA key exchange.", "TLS 1.3 does not support RSA key exchange."),
        ("The function returns null on failure.", "The function never returns null on failure."),
        ("The cache is thread-safe.", "The cache is not thread-safe."),
        ("The cache is enabled by default.", "The cache is disabled by default."),
        ("Interest rates will rise next year.", "Interest rates will fall next year."),
        ("Net migration was positive in 2019.", "Net migration was negative in 2019."),
        ("Mercury is the smallest planet.", "Mercury is not the smallest planet."),
        (
            "Mercury is the smallest planet in the solar system.",
            "Mercury is the largest planet in the solar system.",
        ),
        ("The half-life of iodine-131 is 8 days.", "Iodine-131 has a half-life of 80 days."),
        ("The defendant was found guilty.", "The defendant was found not guilty."),
        ("The defendant was acquitted.", "The defendant was convicted."),
        ("The bill passed the Senate.", "The bill failed to pass the Senate."),
        ("The plant is native to Brazil.", "The plant is not native to Brazil."),
        ("The capital has 3 million inhabitants.", "The capital has 1.2 million residents."),
        ("The meeting starts at 9 am on Monday.", "The meeting does not start at 9 am on Monday."),
        ("Coffee raises blood pressure.", "Coffee does not raise blood pressure."),
        (
            "The rate of infection was 12 % in the treated group.",
            "The rate of infection was 31 % in the treated group.",
        ),
        ("Mean age was 45 years.", "Mean age was 62 years."),
        ("Article 5 requires consent.", "Article 5 does not require consent."),
        ("Data are stored in Ireland.", "Data are not stored in Ireland."),
        ("Glass is an electrical insulator.", "Glass is an electrical conductor."),
        ("The process is exothermic.", "The process is endothermic."),
        ("The substance is toxic.", "The substance is nontoxic."),
        ("Whales evolved from land mammals.", "Whales did not evolve from land mammals."),
        ("The moon causes tides.", "Tides are not caused by the moon."),
        ("Sea levels are rising.", "Sea levels are falling."),
        ("Sea level rose by 3 mm per year.", "Sea level fell by 3 mm per year."),
        ("Sea level rose by 3 mm per year.", "Sea level rose by 9 mm per year."),
        ("The speed limit is 50 km/h.", "The speed limit is 50 mph."),
        ("Half of the respondents were women.", "A third of the respondents were women."),
        ("Two thirds of members voted in favour.", "Only 20 % of members voted in favour."),
        ("Darwin was born in 1809.", "Darwin was born in 1812."),
        ("Jupiter has 95 moons.", "Jupiter has 63 moons."),
        ("The reactor was shut down in 2011.", "The reactor was shut down in 2017."),
        ("The court ruled that the tax is lawful.", "The court ruled that the tax is unlawful."),
        (
            "The bridge can carry loads of up to 40 tonnes.",
            "The bridge cannot carry loads of up to 40 tonnes.",
        ),
        ("Nitrogen makes up 78 % of the atmosphere.", "Nitrogen makes up 21 % of the atmosphere."),
        ("The algorithm runs in linear time.", "The algorithm does not run in linear time."),
        ("Backups are made every 24 hours.", "Backups are made every seven days."),
        (
            "The gene increases the risk of Alzheimer's disease.",
            "The gene lowers the risk of Alzheimer's disease.",
        ),
        (
            "Every member state ratified the convention.",
            "Two member states did not ratify the convention.",
        ),
        ("The painting is a forgery.", "The painting is not a forgery."),
        ("The painting is genuine.", "The painting is a forgery."),
        ("The hypothesis was confirmed by the data.", "The hypothesis was refuted by the data."),
        (
            "Employees are entitled to 25 days of leave per year.",
            "Employees are entitled to 20 days of leave per year.",
        ),
        ("The river flows north.", "The river flows south."),
        ("Exports exceeded imports.", "Imports exceeded exports."),
        ("The file system is case-sensitive.", "The file system is case-insensitive."),
        ("Tomatoes are rich in lycopene.", "Tomatoes are poor in lycopene."),
        ("The population of the island is growing.", "The population of the island is shrinking."),
        (
            "The glacier advanced during the last century.",
            "The glacier retreated during the last century.",
        ),
        ("Caffeine improves memory.", "Caffeine impairs memory."),
        ("Caffeine has no effect on memory.", "Caffeine improves memory."),
        ("The lake contains no fish.", "The lake contains fish."),
        ("The lake contains fish.", "There are no fish in the lake."),
        ("Penicillin was discovered in 1928.", "Penicillin was discovered in 1941."),
        ("The museum is closed on Mondays.", "The museum is open on Mondays."),
        ("The bill would raise taxes on fuel.", "The bill would cut taxes on fuel."),
        ("Most voters back the plan.", "Only a minority of voters back the plan."),
        ("The volcano has been dormant since 1800.", "The volcano has been active since 1800."),
        ("The port was captured by the Dutch in 1628.", "The Dutch captured the port in 1641."),
        ("Patients must fast before the scan.", "Patients need not fast before the scan."),
        ("Each vial contains 10 ml of serum.", "Each vial contains 25 ml of serum."),
        ("The comet returns every 76 years.", "The comet comes back every 94 years."),
        ("Access requires a password.", "No password is needed for access."),
        ("The catalyst speeds up the reaction.", "The catalyst makes the reaction slower."),
        ("The senator voted for the bill.", "The senator voted against the bill."),
        ("Wages have kept pace with inflation.", "Wages have not kept pace with inflation."),
        ("Nearly all the samples tested positive.", "Hardly any of the samples tested positive."),
        ("The disease is caused by a virus.", "The disease is not caused by a virus."),
        (
            "The treaty bans the testing of nuclear weapons.",
            "The treaty permits the testing of nuclear weapons.",
        ),
        ("The mayor supported the new stadium.", "The mayor was opposed to the new stadium."),
        ("Ice is less dense than water.", "Ice is denser than water."),
        ("The novel was banned in Ireland.", "The novel was never banned in Ireland."),
        ("Insects have six legs.", "Insects have eight legs."),
        ("Crime fell after the curfew was imposed.", "Crime rose after the curfew was imposed."),
        (
            "Crime fell after the curfew was imposed.",
            "After the curfew was imposed, crime went up.",
        ),
        ("The warranty covers water damage.", "Water damage is excluded from the warranty."),
        ("Exports account for 12 % of output.", "Exports make up 40 % of output."),
        ("All pupils wear a uniform.", "Some pupils do not wear a uniform."),
        ("The satellite orbits at 400 km.", "The satellite orbits at an altitude of 800 km."),
        ("The committee was unanimous.", "The committee was divided."),
        ("Batteries lose capacity in the cold.", "Cold does not affect the capacity of batteries."),
        ("The virus can be transmitted by mosquitoes.", "Mosquitoes cannot transmit the virus."),
        ("Teachers welcomed the reform.", "Teachers condemned the reform."),
    ];
    check(&pairs, "contradiction");
}

#[test]
fn agreement_is_found() {
    let pairs = [
        ("The melting point of gallium is 29.8 °C.", "Gallium melts at 85.6 °F."),
        ("Stress is reduced by exercise.", "Exercise reduces stress."),
        ("The bridge is 2 km long.", "The bridge has a length of 2,000 m."),
        ("The drug had no effect on blood pressure.", "The drug did not affect blood pressure."),
        ("The enzyme activates the pathway.", "The pathway is activated by the enzyme."),
        ("Records shall be retained for 5 years.", "Records must be kept for 60 months."),
        ("The trial enrolled 120 patients.", "In all, 120 patients were enrolled in the trial."),
        (
            "The earthquake killed about 3,000 people.",
            "Some 2,980 people were killed by the earthquake.",
        ),
        ("The half-life is 8 days.", "It has been established that the half-life is 8 days."),
        ("The substance is not toxic.", "The substance is nontoxic."),
        ("The speed limit is 50 km/h.", "The speed limit is 31 mph."),
        ("Penicillin was discovered in 1928.", "The discovery of penicillin was in 1928."),
        ("Caffeine improves memory.", "Memory is improved by caffeine."),
        ("The lake contains no fish.", "There are no fish in the lake."),
        ("All members voted.", "Every member voted."),
        ("The rule applies to all employees.", "The rule applies to every employee."),
        ("The tank holds 1,000 litres.", "The tank holds one cubic metre."),
        ("The park covers 250 hectares.", "The park covers 2.5 square kilometres."),
        ("The bridge was closed in 1984.", "The bridge was closed in 1984 and in 1990."),
    ];
    check(&pairs, "agreement");
}

/// Forms in which texts of others share every word and say something else.
#[test]
fn sharing_words_is_not_saying_the_same() {
    let pairs = [
        (
            "Nurses were twice as likely as surgeons to be injured by needles at work.",
            "Surgeons were twice as likely as nurses to be injured by needles at work.",
        ),
        ("Yields rose in the valleys but not on the slopes.", "Yields rose on the slopes."),
        (
            "Repairs were finished within a week in 64 % of homes in 2020, up from 41 % in 2012.",
            "Repairs were finished within a week in 41 % of homes in 2020.",
        ),
        (
            "The bronze is genuine, as the museum has always held, if the laboratory's samples were clean.",
            "The laboratory's samples were clean.",
        ),
    ];
    check(&pairs, "unrelated");
}

#[test]
fn other_subjects_conditions_and_times_are_no_contradiction() {
    let pairs = [
        ("Sales rose in 2010.", "Sales rose in 2011."),
        ("Sales rose in 2010.", "Sales fell in 2011."),
        ("In 2010 unemployment was 5 %.", "In 2020 unemployment was 8 %."),
        ("In adults the dose is 5 mg.", "In children the dose is 2 mg."),
        ("Exercise reduces stress.", "Stress reduces exercise."),
        ("Methane boils at -161 °C.", "Methanol boils at 65 °C."),
        ("The high dose reduced pain.", "The low dose reduced pain."),
        ("High doses reduced pain.", "Low doses did not reduce pain."),
        ("The drug did not increase blood pressure.", "The drug decreased blood pressure."),
        (
            "Patients who smoked had higher mortality.",
            "Patients who did not smoke had lower mortality.",
        ),
        ("Water is liquid at 25 °C.", "Water is liquid at 40 °C."),
        ("At 25 °C the solubility is 36 g.", "At 100 °C the solubility is 39 g."),
        ("A 5 mg dose relieved pain in two hours.", "A 10 mg dose relieved pain in one hour."),
        ("More than 50 people died in the fire.", "More than 80 people died in the fire."),
        ("Some patients recovered.", "Some patients did not recover."),
        ("The northern lake froze.", "The southern lake did not freeze."),
        ("The first experiment succeeded.", "The second experiment failed."),
        ("Type 1 fibres contract slowly.", "Type 2 fibres contract quickly."),
        ("Vitamin D deficiency is common in Norway.", "Vitamin D deficiency is rare in Spain."),
        ("Vitamin D deficiency is common.", "Vitamin C deficiency is rare."),
        ("Bats are mammals.", "Birds are not mammals."),
        ("The company was founded in 1998.", "The company was sold in 2003."),
        ("The river rose by 2 m in March.", "The river rose by 3 m in April."),
        ("The price of wheat fell by 10 %.", "The price of maize rose by 10 %."),
        ("Smoking is allowed outside.", "Smoking is not allowed inside."),
        ("If the valve is open, the pump runs.", "If the valve is closed, the pump does not run."),
        ("When heated, the metal expands.", "When cooled, the metal contracts."),
        (
            "The model outperformed the baseline on CIFAR-10.",
            "The model underperformed the baseline on ImageNet.",
        ),
        ("The trial enrolled 120 patients.", "The trial lasted 300 days."),
        ("The pilot trial enrolled 120 patients.", "The main trial enrolled 300 patients."),
        ("One trial enrolled 120 patients.", "Another trial enrolled 300 patients."),
        ("The earthquake killed 3,000 people.", "The flood killed 12,000 people."),
        (
            "The earthquake killed 3,000 people in Turkey.",
            "The earthquake killed 500 people in Syria.",
        ),
        ("Copper conducts electricity well.", "Copper conducts heat poorly."),
        (
            "Men have a higher risk of stroke than women.",
            "Women have a lower risk of cancer than men.",
        ),
        ("Children sleep more than adults.", "Adults sleep less than teenagers."),
        (
            "Omega-3 supplements prevent heart disease.",
            "Omega-6 supplements do not prevent heart disease.",
        ),
        ("The drug is effective against malaria.", "The drug is ineffective against dengue."),
        ("TLS 1.2 supports RSA key exchange.", "TLS 1.3 does not support RSA key exchange."),
        ("Python 2 lacks type hints.", "Python 3 has type hints."),
        ("Interest rates rose last year.", "Interest rates will fall next year."),
        ("Interest rates rose in Germany.", "Interest rates fell in Japan."),
        ("Net migration was positive in 2019.", "Net migration was negative in 2020."),
        ("The half-life of iodine-131 is 8 days.", "The half-life of caesium-137 is 30 years."),
        ("The report describes the reform.", "The report does not describe the election."),
        ("Researchers measured temperature.", "Researchers did not measure humidity."),
        ("The plant is native to Brazil.", "The plant is grown in India."),
        ("The capital has 3 million inhabitants.", "The region has 7 million inhabitants."),
        (
            "In 1950 the capital had 1 million inhabitants.",
            "The capital has 3 million inhabitants.",
        ),
        ("It increased the yield.", "It decreased the yield."),
        ("The treatment may reduce pain.", "The treatment may not reduce pain."),
        ("Does coffee raise blood pressure?", "Coffee does not raise blood pressure."),
        ("Decaffeinated coffee does not raise blood pressure.", "Coffee raises blood pressure."),
        (
            "The rate of infection was 12 % in the treated group.",
            "The rate of infection was 31 % in the control group.",
        ),
        ("Survival at one year was 80 %.", "Survival at five years was 40 %."),
        ("Mean age was 45 years.", "Median age was 52 years."),
        ("Article 5 requires consent.", "Article 6 does not require consent."),
        ("Antibiotics kill bacteria.", "Antibiotics do not kill viruses."),
        (
            "Antibiotics are effective against bacterial infections.",
            "Antibiotics are not effective against viral infections.",
        ),
        (
            "Sea level rose by 3 mm per year between 1993 and 2010.",
            "Sea level rose by 1.2 mm per year between 1901 and 1990.",
        ),
        ("Approximately 40 % of users are women.", "About 35 % of users are under 30."),
        ("Half of the respondents were women.", "A third of the respondents were students."),
        ("The committee met on 3 May 2019.", "The committee met on 7 June 2021."),
        ("Patients in the treatment group lost 5 kg.", "Patients in the placebo group lost 1 kg."),
        ("Phase 2 enrolled 40 patients.", "Phase 3 enrolled 400 patients."),
        ("The 2019 survey reported 12 cases.", "The 2020 survey reported 18 cases."),
        ("Group A improved.", "Group B did not improve."),
        ("The left lung was affected.", "The right lung was not affected."),
        ("The north tower collapsed at 10:28.", "The south tower collapsed at 9:59."),
        ("Table 2 lists 14 species.", "Table 3 lists 9 species."),
        ("Germany exported 3 million cars.", "Germany imported 2 million cars."),
        ("Germany exported 3 million cars.", "France exported 1 million cars."),
        ("The mean temperature in January is -3 °C.", "The mean temperature in July is 19 °C."),
        ("The maximum dose is 40 mg.", "The minimum dose is 10 mg."),
        (
            "The recommended dose for adults is 40 mg.",
            "The recommended dose for children is 10 mg.",
        ),
        ("Revenue from hardware fell by 4 %.", "Revenue from services rose by 9 %."),
        ("Deaths from malaria fell.", "Deaths from malaria rose during the war."),
        ("The gene is expressed in the liver.", "The gene is not expressed in the brain."),
        ("Solar panels work in cold weather.", "Solar panels do not work at night."),
        (
            "The law applies to employers with more than 50 staff.",
            "The law does not apply to employers with fewer than 50 staff.",
        ),
        ("Members may vote.", "Observers may not vote."),
        (
            "Users with admin rights can delete files.",
            "Users without admin rights cannot delete files.",
        ),
        (
            "The contract ends if payment is late.",
            "The contract does not end if payment is on time.",
        ),
        ("Iron rusts in moist air.", "Iron does not rust in dry air."),
        ("Before 1990 the plant was open.", "After 1990 the plant was closed."),
        ("The old version supports plugins.", "The new version does not support plugins."),
        (
            "Most mammals give birth to live young.",
            "The platypus does not give birth to live young.",
        ),
        ("Red wine contains tannins.", "White wine contains few tannins."),
        ("Short-term memory declined with age.", "Long-term memory did not decline with age."),
        ("The first trial found an effect.", "The second trial found no effect."),
        ("Cases doubled in March.", "Cases halved in May."),
        ("The drug lowers LDL cholesterol.", "The drug raises HDL cholesterol."),
        ("The author supports the reform.", "The author opposes the tax."),
        ("Ammonia has a boiling point of -33 °C.", "Ammonia has a melting point of -78 °C."),
        ("Jupiter has 95 moons.", "Saturn has 146 moons."),
        ("Students who slept well passed the test.", "Students who slept badly failed the test."),
        ("Encryption at rest uses AES-256.", "Encryption in transit uses AES-128."),
        ("Smith et al. found a positive effect.", "Jones et al. found no effect."),
        ("The king died in 1547.", "The queen died in 1603."),
        ("Volume 1 was published in 1867.", "Volume 2 was published in 1885."),
        ("The treaty was signed in 1957.", "The treaty entered into force in 1958."),
        ("The war began in 1914.", "The war ended in 1918."),
        ("He was born in 1809.", "He died in 1882."),
        ("Darwin was born in 1809.", "Darwin died in 1882."),
        ("Sales fell in 2010.", "Sales fell in 2011."),
        (
            "The mean weight was 70 kg and the mean height 175 cm.",
            "The mean weight was 82 kg and the mean height 180 cm.",
        ),
        (
            "A court order is needed to open the file.",
            "The file can be opened without a court order.",
        ),
    ];
    check(&pairs, "unrelated");
}

#[test]
fn the_reason_is_told() {
    for (a, b, expected, words) in [
        ("Rents rose in Oslo.", "Rents fell in Oslo.", Conflict::Direction, "rose / fell"),
        ("The drug is safe.", "The drug is not safe.", Conflict::Negation, "one denies: safe"),
        ("The bridge is 2 km long.", "The bridge is 3 km long.", Conflict::Number, "2 km / 3 km"),
        ("All samples were wet.", "No samples were wet.", Conflict::Quantifier, "shares"),
        ("The duke died in 1777.", "The duke died in 1801.", Conflict::Date, "dates"),
        ("The drug is safe.", "The drug is dangerous.", Conflict::Antonym, "safe / dangerous"),
        ("Oak is heavier than ash.", "Ash is heavier than oak.", Conflict::Order, "order"),
    ] {
        match compare(&Statement::new(a), &Statement::new(b)) {
            Comparison::Contradicts { kind, confidence, because } => {
                assert_eq!(kind, expected, "{a}");
                assert!(because.contains(words), "{because}");
                assert!((0.5..=1.0).contains(&confidence), "{a}");
            }
            other => panic!("{a}: {other:?}"),
        }
    }
}

#[test]
fn statements_that_hold_at_different_times_do_not_contradict() {
    let (a, b) = ("Appeals are heard by three judges.", "Appeals are not heard by three judges.");
    let days = |from, to| Validity { from, to, stated: String::new() };
    for (one, two, contradicts) in [
        ((None, None), (None, None), true),
        ((None, Some(100)), (Some(101), None), false),
        ((Some(101), None), (None, Some(100)), false),
        ((None, Some(100)), (Some(100), None), true),
        ((Some(0), Some(10)), (Some(5), Some(20)), true),
        ((Some(0), Some(10)), (None, None), true),
    ] {
        let one_held = Statement::with_dates(a, &days(one.0, one.1));
        let two_held = Statement::with_dates(b, &days(two.0, two.1));
        let got = compare(&one_held, &two_held);
        assert_eq!(matches!(got, Comparison::Contradicts { .. }), contradicts, "{one:?} {two:?}");
    }
    // When something happened is itself what is said.
    let year = |text, day| Statement::with_dates(text, &days(Some(day), Some(day + 364)));
    let got = compare(
        &year("The treaty was signed in 1970.", 0),
        &year("The treaty was signed in 1980.", 3_652),
    );
    assert!(matches!(got, Comparison::Contradicts { kind: Conflict::Date, .. }), "{got:?}");
}

/// The rows that the rules were written with; the others are for `eval contradictions`.
#[test]
fn contradictions_among_the_seen_rows_are_told_with_precision() {
    let seen: Vec<&str> =
        LABELLED.lines().filter(|line| line.contains(r#""split": "seen""#)).collect();
    let report = score_contradictions(&seen.join("\n")).unwrap();
    let scores = &report.parts.first().unwrap().scores;
    let of = |class: &str| scores.iter().find(|score| score.class == class).unwrap();
    assert!(of("contradiction").precision >= Some(0.95), "{:#?}", report.misses);
    assert!(of("contradiction").recall >= Some(0.85), "{:#?}", report.misses);
    assert!(of("agreement").precision >= Some(0.95), "{:#?}", report.misses);
}

fn hostile() -> Vec<String> {
    let mut texts: Vec<String> = [
        "",
        " ",
        "…!?—",
        "1e999 kg",
        "NaN NaN NaN is not NaN",
        "inf ° °C % $ € 5–",
        "\u{0}\u{1}\u{7f} is not \u{202e}evil",
        "Ω κ 漢字 is не 5 км",
        "((((((",
        "))))))",
        "5 5 5 5 5 5 5 5",
        "not not not not",
        "no evidence that that that that",
        " n't can't",
        "only only only with without",
        "0000000000000000000000000000000000000001 m",
        "-−-5 --5 5e5e5",
        "2021-13-45 99 BC 0th century",
    ]
    .map(str::to_owned)
    .into();
    texts.push("9".repeat(1_000_000));
    texts.push("a ".repeat(500_000));
    texts.push("The drug is not safe. ".repeat(45_000));
    texts.push("é".repeat(500_000));
    texts.push("(".repeat(1_000_000));
    texts.push("-5".repeat(500));
    texts
}

#[test]
fn hostile_statements_are_read() {
    let texts = hostile();
    let statements: Vec<Statement> = texts.iter().map(|text| Statement::new(text)).collect();
    let plain = Statement::new("The drug is safe.");
    for statement in &statements {
        for other in statements.iter().chain([&plain]) {
            assert!(!matches!(compare(statement, other), Comparison::Contradicts { .. }));
        }
    }
    for text in &texts {
        assert_eq!(weigh(text, &[]), trust::Addressing::default());
    }
}

/// What does not hang on the order of the two.
fn outcome(comparison: &Comparison) -> (Option<Conflict>, f32) {
    match comparison {
        Comparison::Contradicts { kind, confidence, .. } => (Some(*kind), *confidence),
        Comparison::Agrees { confidence } => (None, *confidence),
        Comparison::Unrelated => (None, -1.0),
    }
}

/// Sentences of a few words that turn each other round, so that much meets.
fn sentence() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "the",
        "drug",
        "risk",
        "of",
        "stroke",
        "is",
        "not",
        "no",
        "all",
        "some",
        "increases",
        "decreases",
        "safe",
        "unsafe",
        "dangerous",
        "5 kg",
        "5,000 g",
        "7 %",
        "in 1984",
        "in 1990",
        "without",
        "only",
        "children",
        "than",
        "higher",
        "never",
        "signed",
        "was",
        "by",
        ",",
        "if",
        "there",
        "may",
        "between 3 and 5 days",
        "at least 8",
        "half",
        "that",
        "found",
    ]);
    prop::collection::vec(words, 1..12).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn comparing_hangs_on_no_order(a in sentence(), b in sentence()) {
        let (a, b) = (Statement::new(&a), Statement::new(&b));
        prop_assert_eq!(outcome(&compare(&a, &b)), outcome(&compare(&b, &a)));
        // what a sketch parts is unrelated
        let related = outcome(&compare(&a, &b)) != (None, -1.0);
        prop_assert!(a.sketch().may_meet(&b.sketch()) || !related);
        prop_assert_eq!(a.sketch().may_meet(&b.sketch()), b.sketch().may_meet(&a.sketch()));
        let own = compare(&a, &a);
        prop_assert!(!matches!(own, Comparison::Contradicts { .. }), "{:?}", own);
    }

    #[test]
    fn any_two_texts_are_compared(a in "\\PC{0,120}", b in "\\PC{0,120}") {
        let (a, b) = (Statement::new(&a), Statement::new(&b));
        let found = outcome(&compare(&a, &b));
        prop_assert_eq!(found, outcome(&compare(&b, &a)));
        prop_assert!(a.sketch().may_meet(&b.sketch()) || found == (None, -1.0));
    }
}
