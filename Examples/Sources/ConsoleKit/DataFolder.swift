import Core
import Foundation

/// The folder in which the platform wants an app to keep a person's data.
package enum DataFolder {
    /// Returns a folder in it, as `StorageFolders` names it.
    ///
    /// - Parameters:
    ///   - name: The folder.
    ///   - environment: The variables of the process.
    /// - Returns: Its path.
    package static func path(
        of name: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        StorageFolders(for: name, environment: environment).data
    }
}
