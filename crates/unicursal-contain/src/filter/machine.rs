//! The rules as a program for the kernel's packet filter machine, which sees the number of a call
//! and its arguments, but not what pointers point to. Calls by the numbers of other processors are
//! all refused: a 32-bit program cannot run, and finds no way around the rules.

use nix::libc;

use super::table::{Answer, Rule, When};

#[cfg(target_arch = "x86_64")]
const PROCESSOR: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const PROCESSOR: u32 = 0xc000_00b7;
/// The calls of x32 begin at this number.
#[cfg(target_arch = "x86_64")]
const FOREIGN: u32 = 0x4000_0000;

/// The filter as the kernel wants it.
pub fn program(rules: &[Rule]) -> Vec<libc::sock_filter> {
    let numbers = std::mem::offset_of!(libc::seccomp_data, nr) as u32;
    let processor = std::mem::offset_of!(libc::seccomp_data, arch) as u32;
    let arguments = std::mem::offset_of!(libc::seccomp_data, args) as u32;
    let nowhere = ret(refusal(libc::ENOSYS));
    let mut program = vec![load(processor), equal(PROCESSOR, 1, 0), nowhere];
    program.push(load(numbers));
    #[cfg(target_arch = "x86_64")]
    program.extend([at_least(FOREIGN, 0, 1), nowhere]);
    for rule in rules {
        let answer = ret(match rule.answer {
            Answer::Refused(error) => refusal(error),
            Answer::Asked => libc::SECCOMP_RET_USER_NOTIF,
        });
        let (argument, tests) = match rule.when {
            When::IsAndGives(argument, value, pointer) => {
                let pointer = arguments + 8 * pointer;
                program.extend([
                    equal(rule.call as u32, 0, 8),
                    load(arguments + 8 * argument),
                    equal(value, 0, 5),
                    // Either half of the pointer.
                    load(pointer),
                    equal(0, 0, 2),
                    load(pointer + 4),
                    equal(0, 1, 0),
                    answer,
                    load(numbers),
                ]);
                continue;
            }
            When::Always => {
                program.extend([equal(rule.call as u32, 0, 1), answer]);
                continue;
            }
            When::Is(argument, value) => (argument, vec![equal(value, 0, 1)]),
            When::Not(argument, value) => (argument, vec![equal(value, 1, 0)]),
            When::Has(argument, bits) => (argument, vec![any_of(bits, 0, 1)]),
            When::NoneOf(argument, values) => {
                let over = |at: usize| (values.len() - at) as u8;
                let tests = values.iter().enumerate();
                let tests = tests.map(|(at, &value)| equal(value, over(at), 0));
                (argument, tests.collect())
            }
        };
        program.push(equal(rule.call as u32, 0, tests.len() as u8 + 3));
        // Both processors keep the lower half first; all arguments that we look at are of 32 bits.
        program.push(load(arguments + 8 * argument));
        program.extend(tests);
        program.extend([answer, load(numbers)]);
    }
    program.push(ret(libc::SECCOMP_RET_ALLOW));
    program
}

fn refusal(error: i32) -> u32 {
    libc::SECCOMP_RET_ERRNO | error as u32
}

fn load(offset: u32) -> libc::sock_filter {
    instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, offset)
}

fn equal(value: u32, then: u8, other: u8) -> libc::sock_filter {
    let code = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
    instruction(code, then, other, value)
}

fn any_of(bits: u32, then: u8, other: u8) -> libc::sock_filter {
    let code = libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K;
    instruction(code, then, other, bits)
}

#[cfg(target_arch = "x86_64")]
fn at_least(value: u32, then: u8, other: u8) -> libc::sock_filter {
    let code = libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K;
    instruction(code, then, other, value)
}

fn ret(value: u32) -> libc::sock_filter {
    instruction(libc::BPF_RET | libc::BPF_K, 0, 0, value)
}

fn instruction(code: u32, jt: u8, jf: u8, k: u32) -> libc::sock_filter {
    let code = code as u16;
    libc::sock_filter { code, jt, jf, k }
}

#[cfg(test)]
mod tests {
    use super::super::table::{Answer, Rule, When};
    use super::{PROCESSOR, libc, program};

    /// What the machine answers to a call, by hand.
    fn answer(program: &[libc::sock_filter], call: u32, arguments: [u32; 6]) -> u32 {
        let (mut at, mut loaded) = (0, 0);
        loop {
            let step = program[at];
            at += 1;
            let code = u32::from(step.code);
            let jump = |is_so: bool| usize::from(if is_so { step.jt } else { step.jf });
            if code == libc::BPF_LD | libc::BPF_W | libc::BPF_ABS {
                loaded = match step.k {
                    0 => call,
                    4 => PROCESSOR,
                    offset => arguments[(offset as usize - 16) / 8],
                };
            } else if code == libc::BPF_RET | libc::BPF_K {
                return step.k;
            } else if code == libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K {
                at += jump(loaded == step.k);
            } else if code == libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K {
                at += jump(loaded & step.k != 0);
            } else {
                at += jump(loaded >= step.k);
            }
        }
    }

    #[test]
    fn arguments_decide_as_the_table_says() {
        let rule = |call, when| Rule {
            call,
            when,
            answer: Answer::Refused(call as i32),
        };
        let rules = [
            rule(1, When::Is(1, 7)),
            rule(2, When::Not(0, 7)),
            rule(3, When::Has(2, 0b110)),
            rule(5, When::NoneOf(0, &[1, 2, 10])),
            rule(1, When::Is(1, 8)),
            rule(6, When::Always),
            rule(9, When::IsAndGives(1, 4, 2)),
        ];
        let program = program(&rules);
        let refused = |call, first, second, third| {
            let found = answer(&program, call, [first, second, third, 0, 0, 0]);
            assert!(
                found == libc::SECCOMP_RET_ALLOW || found & 0xffff == call,
                "{call}"
            );
            found != libc::SECCOMP_RET_ALLOW
        };
        assert!(refused(1, 0, 7, 0) && refused(1, 0, 8, 0) && !refused(1, 7, 6, 0));
        assert!(refused(2, 6, 0, 0) && !refused(2, 7, 0, 0));
        assert!(refused(3, 0, 0, 2) && refused(3, 0, 0, 15) && !refused(3, 0, 0, 9));
        assert!(refused(5, 0, 0, 0) && refused(5, 40, 0, 0));
        assert!(!refused(5, 1, 0, 0) && !refused(5, 2, 0, 0) && !refused(5, 10, 0, 0));
        assert!(refused(6, 0, 0, 0) && !refused(7, 0, 0, 0));
        assert!(refused(9, 0, 4, 5) && !refused(9, 0, 4, 0) && !refused(9, 0, 5, 5));
    }
}
