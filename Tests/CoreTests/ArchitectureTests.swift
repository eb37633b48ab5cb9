import Foundation
import Testing

/// The rules of the house that can be read from its files.
///
/// The compiler holds the import rule as well: see `Scripts/check-imports`.
struct ArchitectureTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private struct Line: CustomStringConvertible {
        let file: String
        let number: Int
        let text: String

        var description: String { "\(file):\(number): \(text)" }
    }

    private func lines(of folder: String) throws -> [Line] {
        let base = Self.root.appending(path: folder)
        let files = try #require(FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil))
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        try #require(!files.isEmpty, "\(base.path)")
        return try files.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
                .enumerated().map {
                    Line(file: file.lastPathComponent, number: $0.offset + 1, text: String($0.element))
                }
        }
    }

    private func imports(of module: String) throws -> Set<String> {
        let pattern =
            /^ *(?:@\w+ +)*(?:(?:public|package|internal|private|fileprivate) +)?import +(?:struct |class |enum |protocol |func |var |let |typealias )?(\w+)/
        // A pattern costs a hundred times what a word does, and there are 100,000 lines.
        let lines = try lines(of: "Sources/\(module)").filter { $0.text.contains("import ") }
        return Set(try lines.compactMap { try pattern.firstMatch(in: $0.text)?.1 }.map(String.init))
    }

    @Test(arguments: ["Core", "Cloud", "Database", "PostFeatures"])
    func aModuleKnowsCoreAndNoOther(module: String) throws {
        let modules: Set = ["Core", "Cloud", "Database", "PostFeatures", "Lantern", "Mocks", "Community"]
        #expect(
            try imports(of: module).intersection(modules).subtracting([module]).isSubset(
                of: module == "Core" ? [] : ["Core"]))
    }

    @Test(arguments: ["Core", "Cloud", "Database", "PostFeatures", "Lantern"])
    func nobodyKnowsTheTenant(module: String) throws {
        for line in try lines(of: "Sources/\(module)")
        where line.text.contains("import Community") || line.text.contains("CategoryZ") {
            Issue.record("\(line)")
        }
    }

    @Test func theTenantIsBuiltWithoutPackageAccess() throws {
        let manifest = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
        let target = try #require(manifest.firstMatch(of: /\.target\(\s*name: "Community"[^)]*\)/)).output
        #expect(target.contains("packageAccess: false"))
        for line in try lines(of: "Sources/Community") where line.text.contains("package") {
            #expect(try /^ *package\s/.firstMatch(in: line.text) == nil, "\(line)")
        }
    }

    @Test(arguments: ["Core", "Cloud", "Database", "PostFeatures"])
    func aModuleNeedsNothingButSwiftAndFoundation(module: String) throws {
        let allowed: Set = [
            "Core", "Foundation", "FoundationNetworking", "FoundationXML", "Dispatch", "Synchronization", "Observation",
            "Darwin",
            "Glibc",
            "Musl", "Android",
        ]
        #expect(try imports(of: module).subtracting(allowed).isEmpty)
    }

    @Test func theRootPackageHasNoDependencies() throws {
        let manifest = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
        #expect(!manifest.contains(".package("))
    }

    @Test func nothingIsASingletonOrGlobalMutableState() throws {
        for folder in ["Core", "Cloud", "Database", "PostFeatures", "Community"] {
            for line in try lines(of: "Sources/\(folder)") {
                guard line.text.contains("static ") || line.text.contains("nonisolated(unsafe)") else { continue }
                let code = line.text.trimmingCharacters(in: .whitespaces)
                guard !code.hasPrefix("//") else { continue }
                #expect(!code.contains("static let shared"), "\(line)")
                // A constant inside of a function is neither; the reason stands beside it.
                let isLocal = line.text.hasPrefix("        ") && code.hasPrefix("nonisolated(unsafe) let ")
                #expect(!code.contains("nonisolated(unsafe)") || isLocal, "\(line)")
                // The task-local container is the one exception that the architecture names.
                let isStored = code.contains("static var ") && !code.contains("{")
                #expect(!isStored || code.contains("@TaskLocal"), "\(line)")
            }
        }
    }

    @Test func uncheckedSendabilityHasAWrittenReason() throws {
        for folder in ["Core", "Cloud", "Database", "PostFeatures", "Community"] {
            let lines = try lines(of: "Sources/\(folder)")
            for (index, line) in lines.enumerated() where line.text.contains("@unchecked Sendable") {
                let nearby = lines[max(0, index - 3)...min(lines.count - 1, index + 3)].map(\.text)
                #expect(nearby.contains { $0.lowercased().contains("unchecked") && $0.contains("//") }, "\(line)")
            }
        }
    }

    @Test func nothingAsksTheSystemForTheTimeOrForChanceBehindTheSeams() throws {
        let seams: Set = ["TimeProvider.swift", "RandomSource.swift"]
        let forbidden = [
            ("Date()", /\bDate\(\)/), ("Date.now", /\bDate\.now\b/), ("Task.sleep", /Task\.sleep/),
            (".random(in", /\.random\(in/), ("ContinuousClock.now", /ContinuousClock\.now/), ("UUID()", /UUID\(\)/),
        ]
        for folder in ["Core", "Cloud", "Database", "PostFeatures", "Community"] {
            for line in try lines(of: "Sources/\(folder)") where !seams.contains(line.file) {
                guard !line.text.trimmingCharacters(in: .whitespaces).hasPrefix("//") else { continue }
                for (words, pattern) in forbidden where line.text.contains(words) {
                    #expect(try pattern.firstMatch(in: line.text) == nil, "\(line)")
                }
            }
        }
    }

    @Test func onlyTheTransportKnowsURLSession() throws {
        for folder in ["Core", "Cloud", "Database", "PostFeatures", "Community"] {
            for line in try lines(of: "Sources/\(folder)")
            where line.text.contains("URLSession") && !line.file.hasPrefix("URLSession") {
                guard !line.text.trimmingCharacters(in: .whitespaces).hasPrefix("//") else { continue }
                #expect(try /\bURLSession\b/.firstMatch(in: line.text) == nil, "\(line)")
            }
        }
    }
}
