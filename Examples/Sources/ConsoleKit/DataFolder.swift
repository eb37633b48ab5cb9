import Foundation

/// Where the platform wants an app to keep a person's data.
package enum DataFolder {
    /// A folder in it.
    ///
    /// `XDG_DATA_HOME` or `~/.local/share` (XDG Base Directory Specification), `~/Library/Application Support` on a Mac.
    package static func path(
        of name: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        #if os(macOS)
            return URL.applicationSupportDirectory.appending(path: name).path
        #else
            // A relative path there is invalid, and to be ignored.
            if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") { return "\(home)/\(name)" }
            return "\(environment["HOME"] ?? NSHomeDirectory())/.local/share/\(name)"
        #endif
    }
}
