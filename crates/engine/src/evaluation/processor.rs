//! [`processor`]: the name of the processor, from an instruction of x86-64; on other machines it is not known.

/// Returns the name of the processor as its maker gives it; `None` if no instruction reports it.
#[allow(unsafe_code, unused_unsafe)] // later compilers know that the instruction is safe
pub fn processor() -> Option<String> {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::__cpuid;

        const FIRST: u32 = 0x8000_0002;
        const LAST: u32 = 0x8000_0004;
        // SAFETY of both: every x86-64 processor has the instruction.
        let highest_leaf = unsafe { __cpuid(0x8000_0000) }.eax;
        let leaves = (FIRST..=LAST).map(|leaf| unsafe { __cpuid(leaf) });
        let words = leaves.flat_map(|leaf| [leaf.eax, leaf.ebx, leaf.ecx, leaf.edx]);
        let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).take_while(|byte| *byte != 0).collect();
        let name: String = String::from_utf8_lossy(&bytes).split_whitespace().collect::<Vec<_>>().join(" ");
        (highest_leaf >= LAST && !name.is_empty()).then_some(name)
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    None
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    fn the_name_of_the_processor_is_that_of_the_system() {
        let system = std::fs::read_to_string("/proc/cpuinfo").unwrap();
        let named = system.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
        assert_eq!(super::processor().as_deref(), named.map(|(_, name)| name.trim()));
    }
}
