public import Core
import Dispatch
import Foundation

/// A store of OAuth tokens in files that only their owner can read, one for each account.
///
/// - Files are created with mode 0600 and the folder with 0700, before there is anything in them. A draft that somebody
///   left behind is removed and never written into, so its mode does not matter.
/// - Two processes do not ask for new tokens at the same time: who does holds the account's `.lock` file. It stays
///   there when it is free, as removing it would part those who wait for it.
/// - A file that is no sign-in is moved aside (`.damaged`), and the error names it; the next reading finds none.
///
/// The file system is one that knows modes; on others the file is as safe as they are. Safe from any thread; the disk
/// is used on a thread of its own.
public final class FileTokenStore: TokenStore {
    private let directory: String
    private let patience: Duration
    private let files: any FileSystem
    private let time: any TimeProvider
    private let queue = DispatchQueue(label: "Lantern.FileTokenStore")

    /// Creates a store, and touches no file.
    ///
    /// - Parameters:
    ///   - directory: The folder of the files; created with the first of them. Nothing else should be there.
    ///   - patience: The time to wait for another process that asks for tokens; 30 seconds by default.
    ///   - files: The disk; the registered one by default, else the system's.
    ///   - time: The clock of the waiting; the registered one by default, else the system's.
    public init(
        directory: String, patience: Duration = .seconds(30),
        files: any FileSystem = Dependency.fileSystem,
        time: any TimeProvider = Dependency.clock
    ) {
        self.directory = directory
        self.patience = patience
        self.files = files
        self.time = time
    }

    public func credentials(for account: AccountKey) async throws -> Credentials? {
        let (path, files) = (path(of: account), files)
        return try await onOwnThread { () throws -> Credentials? in
            guard let bytes = try files.contents(of: path) else { return nil }
            do throws(DataError) {
                return try Credentials(decoding: Data(bytes))
            } catch {
                guard error.code == .storeDamaged else { throw error }
                let aside = path + ".damaged"
                try files.move(path, to: aside)
                throw DataError(
                    .storeDamaged,
                    message: "The sign-in in '\(path)' is damaged. It was moved to '\(aside)'. Sign in again.")
            }
        }
    }

    public func save(_ credentials: Credentials, for account: AccountKey) async throws {
        let (path, directory, files) = (path(of: account), directory, files)
        let bytes = [UInt8](try credentials.encoded())
        try await onOwnThread {
            try files.makeDirectory(directory)
            // Opening what is there would keep the mode that it has.
            try files.remove(path + ".new")
            try files.replace(path, with: bytes)
        }
    }

    public func remove(_ account: AccountKey) async throws {
        let (path, directory, files) = (path(of: account), directory, files)
        try await onOwnThread {
            // Not read for it: one that cannot be read has to go as well. Where there is no folder, there is nothing.
            guard try !files.list(directory).isEmpty else { return }
            // A draft may have tokens in it too.
            try files.remove(path + ".new")
            try files.remove(path)
            try files.syncDirectory(directory)
        }
    }

    public func accounts(on site: Site) async throws -> [AccountKey] {
        let (directory, files) = (directory, files)
        let prefix = Self.fileName(site.rawValue) + "-"
        let names = try await onOwnThread { try files.list(directory) }
        return names.compactMap { name in
            guard name.hasPrefix(prefix), name.hasSuffix(Self.suffix) else { return nil }
            let rest = name.dropFirst(prefix.count).dropLast(Self.suffix.count)
            if rest == Self.appName { return AccountKey(site: site, name: nil) }
            // What was not written here is nobody's.
            guard rest.hasPrefix(Self.namePrefix), let account = Self.text(rest.dropFirst(Self.namePrefix.count)) else {
                return nil
            }
            return AccountKey(site: site, name: account)
        }
    }

    public func withExclusiveAccess<Result: Sendable>(
        to account: AccountKey, _ work: @Sendable () async throws -> Result
    ) async throws -> Result {
        let lock = try await lock(path(of: account) + ".lock")
        defer { lock.close() }
        return try await work()
    }

    private func lock(_ path: String) async throws -> any OpenFile {
        let deadline = time.uptime + patience
        while true {
            do {
                return try await onOwnThread { [files, directory] in
                    try files.makeDirectory(directory)
                    return try files.lock(path)
                }
            } catch let error as FileError {
                guard error.code == .storeBusy, time.uptime < deadline else { throw error }
                // The seam has no way to be called when a lock is free.
                try await time.sleep(for: .milliseconds(50))
            }
        }
    }

    private func path(of account: AccountKey) -> String {
        // No two accounts share a file, whatever they are called, and no name can be a path or a hidden file.
        let name = account.name.map { Self.namePrefix + Self.fileName($0) } ?? Self.appName
        return "\(directory)/\(Self.fileName(account.site.rawValue))-\(name)\(Self.suffix)"
    }

    private static let namePrefix = "account-"
    private static let appName = "app"
    private static let suffix = ".token"

    /// Capitals are escaped as well: there are disks that take them for small letters.
    private static func fileName(_ text: String) -> String {
        let bytes = text.utf8.flatMap { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): [byte]
            default: PercentEncoding.escape(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text of a file name, `nil` for one that ``fileName(_:)`` does not write.
    private static func text(_ name: Substring) -> String? {
        guard let text = String(name).removingPercentEncoding, fileName(text) == name else { return nil }
        return text
    }

    private func onOwnThread<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Swift.Result { try work() }) }
        }
    }
}
