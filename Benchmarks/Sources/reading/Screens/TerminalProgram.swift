import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A program that runs on a terminal of its own, and what it has drawn there.
///
/// One thread types and reads, so that the time of a byte is the one at which it could be read.
final class TerminalProgram {
    /// What a key came to.
    struct Answer {
        /// The time from the key to the last byte.
        var duration: Duration
        var byteCount: Int
    }

    static let (columns, rows) = (120, 40)
    /// Silence after which a program has said all that it says to a key; twice the time that a screen may take is
    /// waited for where the screen does not show yet what the key was for.
    private static let silence: Int32 = 10
    /// Longer than any program may take to start, or for a key.
    private static let patience = Duration.seconds(30)

    private(set) var screen = TerminalScreen(columns: columns, rows: rows)
    private(set) var byteCount = 0
    /// The moment at which the program was started.
    let started: ContinuousClock.Instant
    private let name: String
    private let master: Int32
    private let process: pid_t
    private var hasEnded = false
    private let clock = ContinuousClock()
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The executable.
    ///   - arguments: What it is given.
    ///   - environment: All of its environment.
    ///   - keys: What is typed before it starts.
    /// - Throws: ``WrongAnswer`` where the system refuses a terminal, or to start it.
    init(_ path: String, _ arguments: [String], environment: [String: String], keys: String = "") throws {
        name = URL(filePath: path).lastPathComponent
        let device: String
        (master, device) = try Self.open()
        var size = winsize()
        (size.ws_col, size.ws_row) = (UInt16(Self.columns), UInt16(Self.rows))
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
        if !keys.isEmpty { try Self.write(keys, to: master) }
        (started, process) = try Self.spawn(path, arguments, environment, on: device)
    }

    deinit {
        if !hasEnded {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        close(master)
        buffer.deallocate()
    }

    // MARK: What a person does

    /// Reads until the screen is as a condition says; the time at which its last byte came.
    @discardableResult
    func wait(for what: String, until isMet: (TerminalScreen) -> Bool) throws -> ContinuousClock.Instant {
        let end = clock.now + Self.patience
        var last = clock.now
        while !isMet(screen) {
            guard clock.now < end, !hasEnded else { throw missing(what) }
            if let (moment, _) = try read(milliseconds: 100) { last = moment }
        }
        return last
    }

    /// Reads until the screen is as a condition says, or a time is over; whether it is.
    func shows(within duration: Duration, _ isMet: (TerminalScreen) -> Bool) throws -> Bool {
        let end = clock.now + duration
        while !isMet(screen), clock.now < end { _ = try read(milliseconds: 20) }
        return isMet(screen)
    }

    /// Types a key, and reads until nothing more comes and the screen shows what the key was for.
    func press(_ key: String, until isMet: (TerminalScreen) -> Bool) throws -> Answer {
        guard let answer = try press(key, within: Self.patience, until: isMet) else {
            throw missing("what \(key.debugDescription) is for")
        }
        return answer
    }

    /// Types a key, and reads like ``press(_:until:)``; nil where the screen does not show it in that time.
    func press(_ key: String, within duration: Duration, until isMet: (TerminalScreen) -> Bool) throws -> Answer? {
        let (begin, before) = (clock.now, byteCount)
        let end = begin + duration
        try Self.write(key, to: master)
        var last = begin
        while true {
            if let (moment, _) = try read(milliseconds: Self.silence) {
                last = moment
            } else if byteCount > before, isMet(screen) {
                return Answer(duration: last - begin, byteCount: byteCount - before)
            } else if clock.now > end || hasEnded {
                return nil
            }
        }
    }

    /// Types a key that is not measured.
    func type(_ keys: String) throws { try Self.write(keys, to: master) }

    /// Reads for a time; the number of bytes that came.
    @discardableResult
    func listen(for duration: Duration) throws -> Int {
        let (end, before) = (clock.now + duration, byteCount)
        while clock.now < end {
            _ = try read(milliseconds: Int32(max(1, min(100, (end - clock.now) / .milliseconds(1)))))
        }
        return byteCount - before
    }

    /// Reads until nothing has come for a time.
    func settle(for duration: Duration) throws {
        let end = clock.now + Self.patience
        while try listen(for: duration) > 0 {
            guard clock.now < end else { throw missing("an end of its output") }
        }
    }

    /// Ends the program by a key, or by force where it does not go.
    func quit(_ keys: String) throws {
        try Self.write(keys, to: master)
        let end = clock.now + .seconds(5)
        while !hasEnded, clock.now < end {
            _ = try read(milliseconds: 10)
            if waitpid(process, nil, WNOHANG) == process { hasEnded = true }
        }
    }

    private func missing(_ what: String) -> WrongAnswer {
        WrongAnswer(description: "\(name) never showed \(what); there was instead:\n\(screen.text)\n")
    }

    // MARK: The terminal

    /// Reads what is there within a time; nil for nothing.
    private func read(milliseconds: Int32) throws -> (ContinuousClock.Instant, Int)? {
        var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, milliseconds) > 0 else { return nil }
        #if canImport(Darwin)
            let count = Darwin.read(master, buffer.baseAddress, buffer.count)
        #elseif canImport(Glibc)
            let count = Glibc.read(master, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
            let count = Musl.read(master, buffer.baseAddress, buffer.count)
        #endif
        let now = clock.now
        guard count > 0 else {
            if count < 0, errno == EINTR { return nil }
            // Nobody holds the other side any more.
            usleep(10_000)
            return nil
        }
        byteCount += count
        screen.feed(buffer[..<count])
        return (now, count)
    }

    private static func write(_ text: String, to descriptor: Int32) throws {
        let bytes = Array(text.utf8)
        #if canImport(Darwin)
            let count = Darwin.write(descriptor, bytes, bytes.count)
        #elseif canImport(Glibc)
            let count = Glibc.write(descriptor, bytes, bytes.count)
        #elseif canImport(Musl)
            let count = Musl.write(descriptor, bytes, bytes.count)
        #endif
        guard count == bytes.count else { throw failure("write") }
    }

    private static func failure(_ call: String, _ number: Int32 = errno) -> WrongAnswer {
        WrongAnswer(description: "The system refuses \(call): \(String(cString: strerror(number)))")
    }

    /// Opens this side of a new terminal, and finds the name of the program's.
    private static func open() throws -> (Int32, String) {
        #if canImport(Darwin)
            let master = posix_openpt(O_RDWR | O_NOCTTY)
            guard master >= 0 else { throw failure("posix_openpt") }
            guard grantpt(master) == 0, unlockpt(master) == 0, let path = ptsname(master) else {
                throw failure("unlockpt")
            }
            _ = fcntl(master, F_SETFD, FD_CLOEXEC)
            return (master, String(cString: path))
        #elseif canImport(Glibc)
            let master = Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            return (master, try path(of: master))
        #elseif canImport(Musl)
            let master = Musl.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
            return (master, try path(of: master))
        #endif
    }

    #if !canImport(Darwin)
        private static func path(of master: Int32) throws -> String {
            guard master >= 0 else { throw failure("open") }
            // TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h, which are no constants that Swift sees.
            var (isLocked, number): (Int32, UInt32) = (0, 0)
            guard ioctl(master, 0x4004_5431, &isLocked) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
                throw failure("ioctl")
            }
            return "/dev/pts/\(number)"
        }
    #endif

    #if canImport(Darwin)
        private static let sessionFlag = Int16(POSIX_SPAWN_SETSID)
    #else
        /// POSIX_SPAWN_SETSID of spawn.h, which Swift does not see.
        private static let sessionFlag: Int16 = 0x80
    #endif

    /// Starts a program in a session of its own, whose terminal is the device.
    private static func spawn(
        _ path: String, _ arguments: [String], _ environment: [String: String], on device: String
    ) throws -> (ContinuousClock.Instant, pid_t) {
        #if canImport(Darwin)
            var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
        #else
            var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawnattr_setflags(&attributes, sessionFlag)
        posix_spawn_file_actions_addopen(&actions, 0, device, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + variables { free(word) } }
        var process = pid_t()
        let begin = ContinuousClock().now
        let number = posix_spawn(&process, path, &actions, &attributes, &words, &variables)
        guard number == 0 else { throw failure("to start \(path)", number) }
        return (begin, process)
    }
}
