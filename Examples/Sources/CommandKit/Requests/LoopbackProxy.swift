import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Keeps requests to this machine away from a proxy that the environment names.
package enum LoopbackProxy {
    /// Adds the loopback addresses to `no_proxy`.
    ///
    /// Called before any request: libcurl, which Foundation uses on Linux, reads the variable itself. Elsewhere the
    /// system leaves loopback alone. What is done is done once for the process, and only where a proxy is named.
    package static func bypass() {
        bypassed
    }

    private static let bypassed: Void = {
        #if os(Linux)
            let environment = ProcessInfo.processInfo.environment
            guard environment.keys.contains(where: { $0.lowercased().hasSuffix("_proxy") }) else { return }
            let named = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
            guard named != "*" else { return }
            let all = [named, "127.0.0.1", "localhost"].filter { !$0.isEmpty }.joined(separator: ",")
            setenv("no_proxy", all, 1)
        #endif
    }()
}
