import Foundation
import Testing

/// Every view model of the libraries is driven by one of the example programs, so that it is proven to be enough for one.
struct DrivenViewModelTests {
    /// The view models that no program drives yet, each with the reason.
    private static let exceptions: [String: String] = [:]

    /// Those that another one makes, which a program then drives.
    private static let parts = ["CheckUserViewModel": "WithdrawViewModel.person"]

    private static let root = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

    private func sources(in folder: String) throws -> [String] {
        let files = FileManager.default.enumerator(
            at: Self.root.appending(path: folder), includingPropertiesForKeys: nil)
        let all = try #require(files).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        try #require(!all.isEmpty)
        return try all.map { try String(contentsOf: $0, encoding: .utf8) }
    }

    @Test func eachIsDrivenByAProgramOrHasAReason() throws {
        let declaration = /public final class (\w+ViewModel)\b/
        let models = Set(
            try sources(in: "Sources").filter { $0.contains("ViewModel") }.flatMap { text in
                text.matches(of: declaration).map { String($0.output.1) }
            })
        try #require(models.count > 50)
        let programs = try sources(in: "Examples/Sources").joined()
        let used = Set(programs.matches(of: /\b(\w+ViewModel)\(/).map { String($0.output.1) })
        let undriven = models.filter { name in
            !used.contains(name) && !(Self.parts[name] != nil && programs.contains(": \(name) ="))
        }
        #expect(undriven == Set(Self.exceptions.keys))
    }
}
