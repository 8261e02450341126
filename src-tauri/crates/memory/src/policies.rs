//! Who gets what. Policies are data: these are the ones that settings begin with.

use types::{MemoryLayer, MemoryPolicy};

/// The agent of everybody who has no policy of their own.
const EVERYBODY: &str = "*";

/// Most policies in settings.
pub const POLICIES: usize = 64;

/// The policies of seed 003, and one for everybody else.
pub fn builtin() -> Vec<MemoryPolicy> {
    use MemoryLayer::{L0, L1, L2, L3};
    let policy = |agent: &str, layers: &[MemoryLayer]| MemoryPolicy {
        agent: agent.to_owned(),
        layers: layers.to_vec(),
        may_search: true,
        contradictions: false,
        known_sources: false,
    };
    vec![
        policy("planner", &[L0, L1, L2]),
        MemoryPolicy { known_sources: true, ..policy("searcher", &[L0, L1, L2]) },
        policy("reasoning", &[L0, L1, L2]),
        MemoryPolicy { contradictions: true, ..policy("aggregator", &[L0, L1, L2, L3]) },
        MemoryPolicy { may_search: false, ..policy("writer", &[L0, L1]) },
        policy(EVERYBODY, &[L0, L1, L2]),
    ]
}

/// The policy that holds for an agent. Where settings have none for everybody, they get nothing.
pub fn policy_for(policies: &[MemoryPolicy], agent: &str) -> MemoryPolicy {
    let named = |name: &str| policies.iter().find(|policy| policy.agent == name);
    let nothing = || MemoryPolicy {
        agent: EVERYBODY.to_owned(),
        layers: Vec::new(),
        may_search: false,
        contradictions: false,
        known_sources: false,
    };
    named(agent).or_else(|| named(EVERYBODY)).cloned().unwrap_or_else(nothing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_role_has_its_layers_and_a_stranger_has_those_of_everybody() {
        let names = |agent: &str| {
            let policy = policy_for(&builtin(), agent);
            policy.layers.iter().map(|layer| layer.as_str()).collect::<Vec<_>>().join(" ")
        };
        for (agent, layers) in [
            ("planner", "L0 L1 L2"),
            ("searcher", "L0 L1 L2"),
            ("reasoning", "L0 L1 L2"),
            ("aggregator", "L0 L1 L2 L3"),
            ("writer", "L0 L1"),
            ("somebody-else", "L0 L1 L2"),
        ] {
            assert_eq!(names(agent), layers, "{agent}");
        }
        assert!(policy_for(&[], "planner").layers.is_empty());
        assert!(!policy_for(&builtin(), "writer").may_search);
    }
}
