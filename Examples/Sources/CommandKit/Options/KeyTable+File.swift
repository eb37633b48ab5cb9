import ArgumentParser
import ConsoleKit
import Core
import Foundation
package import ScreenKit

extension KeyTable {
    /// Reads the keys of a program: the standard ones, changed by the person's file where there is one.
    ///
    /// The file lies in the folder `lantern` of the folder for a person's configuration. A line for an action that is gone does
    /// nothing but warn.
    ///
    /// - Parameter name: The name of the file.
    /// - Returns: The table.
    /// - Throws: `ValidationError`, with the line that cannot be used and what to do.
    package static func read(_ name: String) throws -> KeyTable {
        let environment = Dependency.resolve(ProgramEnvironment.self, default: ProgramEnvironment()).values
        let path = path(of: name, environment)
        guard FileManager.default.fileExists(atPath: path) else { return KeyTable() }
        let text: String
        do {
            text = try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw ValidationError("The file of keys '\(path)' cannot be read as UTF-8. Mend it, or remove it.")
        }
        do {
            let table = try KeyTable(changedBy: text)
            for (line, name) in table.formerLines {
                Console.warn(
                    "Line \(line) of the file of keys '\(path)' does nothing: there is no action '\(name)' any more. "
                        + "Remove the line.")
            }
            return table
        } catch {
            let what =
                switch error.reason {
                case .form: "each line is 'action = key, key'"
                case .action(let name):
                    "no action is named '\(name)'; those are: \(Action.allCases.map(\.rawValue).joined(separator: ", "))"
                case .key(let name): "no key is named '\(name)'; such are j, G, enter, space, esc, ctrl-l, f5 and 'g g'"
                }
            throw ValidationError("Line \(error.line) of the file of keys '\(path)' cannot be used: \(what).")
        }
    }

    private static func path(of name: String, _ environment: [String: String]) -> String {
        let folder =
            environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? "\(environment["HOME"] ?? NSHomeDirectory())/.config"
        return "\(folder)/lantern/\(name)"
    }
}
