import Cloud
import Core
import Foundation
import Mocks
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite(.timeLimit(.minutes(5)))
struct FileTokenStoreTests {
    private let files = InMemoryFileSystem()
    private let clock = ManualClock()
    private let key = AccountKey.standard(on: .reddit)
    private let credentials = Credentials(
        clientID: "id",
        token: Token(
            access: Secret("access-4711"), issued: Date(timeIntervalSince1970: 1),
            expires: Date(timeIntervalSince1970: 3601)), refreshToken: Secret("refresh-4711"))

    private func store(patience: Duration = .seconds(30)) -> FileTokenStore {
        FileTokenStore(directory: "/tmp/tokens", patience: patience, files: files, time: clock)
    }

    @Test func credentialsAreKeptAndForgotten() async throws {
        let store = store()
        #expect(try await store.credentials(for: key) == nil)
        try await store.remove(key)
        try await store.save(credentials, for: key)
        #expect(try await self.store().credentials(for: key) == credentials)
        try await store.remove(key)
        #expect(try await store.credentials(for: key) == nil)
        #expect(files.paths.isEmpty)
    }

    @Test func theAccountsOfASiteAreListed() async throws {
        let store = store()
        #expect(try await store.accounts(on: .reddit).isEmpty)
        let own = ["default", "t2_Ab", "a b/ü", "-", "app"].map { AccountKey(site: .reddit, name: $0) }
        let app = AccountKey(site: .reddit, name: nil)
        let foreign = [Site(rawValue: "reddit-app"), Site(rawValue: "red"), .demo].map(AccountKey.standard)
        for account in own + [app] + foreign { try await store.save(credentials, for: account) }
        // What lies beside them is none.
        try await store.withExclusiveAccess(to: own[0]) {}
        files.put([1], at: "/tmp/tokens/reddit-account-%2d.token")
        files.put([1], at: "/tmp/tokens/reddit-account-other.token.damaged")
        #expect(Set(try await store.accounts(on: .reddit)) == Set(own + [app]))
    }

    @Test func credentialsAndTheirRemovalSurvivePowerLoss() async throws {
        try await store().save(credentials, for: key)
        files.crash()
        #expect(try await store().credentials(for: key) == credentials)
        try await store().remove(key)
        files.crash()
        #expect(try await store().credentials(for: key) == nil)
    }

    /// The power may go before any step: then there is the old sign-in or the new one, whole.
    @Test(arguments: 0..<9) func savingIsAllOrNothing(_ steps: Int) async throws {
        try await store().save(credentials, for: key)
        var new = credentials
        new.refreshToken = Secret("refresh-4712")
        files.cutPower(afterMutations: steps)
        let isSaved: Bool
        do {
            try await store().save(new, for: key)
            isSaved = true
        } catch is FileError {
            isSaved = false
        }
        files.crash()
        let kept = try await store().credentials(for: key)
        #expect(kept == new || !isSaved && kept == credentials)
    }

    @Test func accountsHaveFilesOfTheirOwn() async throws {
        let keys = [
            key, AccountKey(site: .reddit, name: nil), AccountKey(site: .reddit, name: "app"),
            AccountKey(site: .reddit, name: ""), AccountKey(site: .reddit, name: "Default"),
            AccountKey(site: .demo, name: "default"), AccountKey(site: .lemmy("a.b"), name: "../../x"),
            AccountKey(site: .reddit, name: "a/b"), AccountKey(site: .reddit, name: "a%2Fb"),
            AccountKey(site: .reddit, name: "default.token.new"),
        ]
        for (index, key) in keys.enumerated() {
            try await store().save(Credentials(clientID: "\(index)"), for: key)
        }
        for (index, key) in keys.enumerated() {
            #expect(try await store().credentials(for: key)?.clientID == "\(index)")
        }
        #expect(files.paths.count == keys.count)
        #expect(Set(files.paths.map { $0.lowercased() }).count == keys.count)
        #expect(files.paths.allSatisfy { $0.hasPrefix("/tmp/tokens/") && !$0.dropFirst(12).contains("/") })
    }

    @Test func aDamagedFileIsMovedAsideAndNamed() async throws {
        try await store().save(credentials, for: key)
        let path = try #require(files.paths.first)
        files.put(Array(#"{"version":1,"refresh":"refresh-4711""#.utf8), at: path)
        let error = await #expect(throws: DataError.self) { try await store().credentials(for: key) }
        #expect(error?.code == .storeDamaged && error?.message.contains(path + ".damaged") == true)
        #expect(error?.message.contains("4711") == false)
        #expect(files.paths == [path + ".damaged"])
        #expect(try await store().credentials(for: key) == nil)
    }

    @Test func aFileThatCannotBeReadIsAnErrorWithItsPathAndStays() async throws {
        try await store().save(credentials, for: key)
        let path = try #require(files.paths.first)
        files.fail(.openToRead, with: .permissionDenied)
        let error = await #expect(throws: FileError.self) { try await store().credentials(for: key) }
        #expect(error?.code == .permissionDenied && error?.path == path)
        #expect(try await store().credentials(for: key) == credentials)
    }

    // MARK: Two processes

    @Test func oneWaitsForTheOther() async throws {
        let (key, clock) = (key, clock)
        let gate = Gate(isOpen: false)
        let first = Task { try await store().withExclusiveAccess(to: key) { try await gate.pass() } }
        await gate.waitForArrivals(1)
        let second = Task { try await store().withExclusiveAccess(to: key) { 2 } }
        // Another account is nobody's business.
        #expect(try await store().withExclusiveAccess(to: AccountKey(site: .demo, name: "x")) { 3 } == 3)
        for _ in 0..<3 {
            try await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(50))
        }
        try await clock.waitForSleepers(1)
        gate.open()
        try await first.value
        clock.advance(by: .milliseconds(50))
        #expect(try await second.value == 2)
    }

    @Test func theLockIsGivenBackWhenTheWorkFailsOrTheProcessDies() async throws {
        await #expect(throws: DataError.self) {
            try await store().withExclusiveAccess(to: key) { throw DataError(.offline) }
        }
        let lock = try files.lock(try #require(files.paths.first))
        files.killProcess()
        #expect(try await store(patience: .zero).withExclusiveAccess(to: key) { 1 } == 1)
        lock.close()
    }

    @Test func patienceEnds() async throws {
        try await store().withExclusiveAccess(to: key) {}
        let lock = try files.lock(try #require(files.paths.first))
        defer { lock.close() }
        let waiting = Task { try await store(patience: .milliseconds(100)).withExclusiveAccess(to: key) {} }
        for _ in 0..<2 {
            try await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(50))
        }
        let error = await #expect(throws: FileError.self) { try await waiting.value }
        #expect(error?.code == .storeBusy)
    }

    @Test func whoWaitsCanBeCancelled() async throws {
        try await store().withExclusiveAccess(to: key) {}
        let lock = try files.lock(try #require(files.paths.first))
        defer { lock.close() }
        let waiting = Task { try await store().withExclusiveAccess(to: key) {} }
        try await clock.waitForSleepers(1)
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    // MARK: The real disk

    private func mode(_ path: String) throws -> mode_t {
        var status = stat()
        try #require(stat(path, &status) == 0, "\(path)")
        return status.st_mode & 0o777
    }

    @Test func nobodyElseCanReadTheFilesOfTheRealDisk() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "tokens-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: directory) }  // Left behind, it harms nobody.
        let store = FileTokenStore(directory: directory + "/t", files: LocalFileSystem(), time: clock)
        try await store.save(credentials, for: key)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory + "/t")
        let path = directory + "/t/" + (try #require(names.first))
        #expect(names.count == 1)
        #expect(try mode(path) == 0o600)
        #expect(try mode(directory + "/t") == 0o700)
        // A draft that everybody can read, as somebody might have left it.
        let draft = path + ".new"
        #expect(FileManager.default.createFile(atPath: draft, contents: Data("x".utf8)))
        try #require(chmod(draft, 0o666) == 0 && chmod(path, 0o644) == 0)
        try await store.save(credentials, for: key)
        #expect(try mode(path) == 0o600)
        #expect(!FileManager.default.fileExists(atPath: draft))
        try await store.withExclusiveAccess(to: key) {}
        #expect(try mode(path + ".lock") == 0o600)
        #expect(try await store.credentials(for: key) == credentials)
        try await store.remove(key)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func aStoreInMemoryForgets() async throws {
        let store = InMemoryTokenStore()
        await store.save(credentials, for: key)
        #expect(await store.credentials(for: key) == credentials)
        #expect(await store.credentials(for: AccountKey(site: .reddit, name: "x")) == nil)
        #expect(try await store.withExclusiveAccess(to: key) { 1 } == 1)
        await store.remove(key)
        #expect(await store.credentials(for: key) == nil)
    }
}
