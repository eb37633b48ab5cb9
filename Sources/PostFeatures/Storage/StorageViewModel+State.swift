public import Core

extension StorageViewModel {
    /// The activity of the screen.
    public enum Phase: Hashable, Sendable {
        /// Nothing was loaded yet.
        case initial
        /// The report is being read.
        case loading
        /// Nothing is going on.
        case idle
        /// The chosen part is being deleted.
        case erasing
        /// The posts and marks beyond the limits are being deleted.
        case trimming
        /// The disk could not be read, for the reason in the banner.
        case failed
    }

    /// The state of the screen to draw.
    public struct State: Equatable, Sendable {
        /// The activity of the screen.
        public var phase = Phase.initial
        /// The files and bytes on the disk by kind; `nil` until they were read.
        public var report: StorageReport?
        /// The report of what each scope would free, for the question before it is deleted.
        public var erasable: [EraseScope: EraseReport] = [:]
        /// The report of what the limits in the settings would delete.
        public var retention: RetentionReport?
        /// The settings that limit what is kept; change them with a `SettingsViewModel`.
        public var limits: [SettingRow]
        /// The bytes that the person's last deletion freed; `nil` before.
        public var freedBytes: Int?
        /// The last failure, until the next success.
        public var banner: Banner?

        /// Creates the state of a screen that was not loaded yet, also for previews and snapshot tests.
        ///
        /// - Parameter settings: The settings with the limits; the defaults by default.
        public init(settings: ReadingSettings = ReadingSettings()) {
            limits = Self.rows(of: settings)
        }

        /// The kinds that take space, the largest first.
        public var rows: [StorageRow] { report.map(StorageRow.rows) ?? [] }

        /// The sum of all bytes.
        public var bytes: Int { report?.bytes ?? 0 }

        static func rows(of settings: ReadingSettings) -> [SettingRow] {
            [.imageCacheMegabytes, .packBudgetMegabytes, .localSaveLimit, .postRetentionDays, .readRetentionDays]
                .map { SettingRow($0, in: settings, issues: []) }
        }
    }
}
