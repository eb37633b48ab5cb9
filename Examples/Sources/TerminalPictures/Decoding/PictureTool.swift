import Core
import Dispatch
package import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A program that converts pictures: what it says of a failure is passed on, and it has so much time and no more.
package struct PictureTool: Sendable {
    /// The time that a picture may take; a program that is led astray by a file ends then.
    package static let patience: Duration = .seconds(20)

    private let program: URL
    private let patience: Duration

    /// Creates a tool.
    ///
    /// - Parameters:
    ///   - program: The program's file.
    ///   - patience: The time that it may take.
    package init(_ program: URL, patience: Duration = Self.patience) {
        (self.program, self.patience) = (program, patience)
    }

    /// Looks for a program in the folders of a search path.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - path: The folders, as `PATH` names them; relative ones do not count.
    /// - Returns: Its file; nil where there is none.
    package static func find(_ name: String, in path: String) -> URL? {
        path.split(separator: ":").filter { $0.hasPrefix("/") }
            .map { URL(filePath: String($0)).appending(path: name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// Runs it, and waits for its end.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - statuses: The exit statuses with which it has done its work; 0 by default.
    ///   - environment: What is added to this process's environment; nothing by default.
    ///   - output: The file that its standard output goes to; nil, the default, for none.
    /// - Throws: `DataError` with what it says when it fails, or that it took too long.
    package func run(
        _ arguments: [String], accepting statuses: Set<Int32> = [0], environment: [String: String] = [:],
        output: FileHandle? = nil
    ) throws {
        let process = Process()
        let errors = Pipe()
        (process.executableURL, process.arguments) = (program, arguments)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output ?? FileHandle.nullDevice
        process.standardError = errors
        do {
            try process.run()
        } catch {
            throw failure(error.localizedDescription)
        }
        let number = process.processIdentifier
        let end = DispatchSource.makeTimerSource(queue: .global())
        end.setEventHandler { kill(number, SIGKILL) }
        end.schedule(deadline: .now() + .nanoseconds(Int(patience / .nanoseconds(1))))
        end.resume()
        // Read before it is waited for: a program that says much waits until somebody reads it.
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        end.cancel()
        if process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL {
            throw failure("it took too long, or too much memory")
        }
        guard process.terminationReason == .exit, statuses.contains(process.terminationStatus) else {
            throw failure(String(decoding: said.prefix(300), as: UTF8.self))
        }
    }

    private func failure(_ words: String) -> DataError {
        let words = words.split(whereSeparator: \.isNewline).joined(separator: " ")
        return DataError(.invalidInput, message: "'\(program.lastPathComponent)' cannot convert the picture: \(words)")
    }
}

/// A folder for the files of one picture, which goes with the picture.
package final class PictureFolder: Sendable {
    private let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "lantern-picture-\(UUID())")
        do {
            // It is somebody's picture, and the folder above is everybody's.
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Self.unwritable(error)
        }
    }

    deinit {
        // The system empties its folder of temporary files by itself.
        try? FileManager.default.removeItem(at: url)
    }

    package func url(of name: String) -> URL { url.appending(path: name) }

    package func write(_ data: Data, to file: URL) throws {
        do {
            try data.write(to: file)
        } catch {
            throw Self.unwritable(error)
        }
    }

    package func read(_ file: URL) throws -> Data {
        do {
            return try Data(contentsOf: file)
        } catch {
            throw DataError(.invalidInput, message: "The picture cannot be converted: the program has made no file.")
        }
    }

    private static func unwritable(_ error: any Error) -> DataError {
        DataError(
            .noSpace,
            message: "The picture cannot be converted in the folder of temporary files: \(error.localizedDescription)")
    }
}
